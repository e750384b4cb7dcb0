import { Readable } from 'node:stream';
import { sniffBytes } from './sniff.ts';
import { TooLargeError } from './storage.ts';

export type IncomingRefusal = 'too_large' | 'too_small' | 'interrupted';

/** A client's bytes on their way into the store. */
export interface Incoming {
  readonly stream: Readable;
  /** So far. */
  readonly size: () => number;
  readonly head: () => Buffer;
  /** Why the stream failed; null when that was the store's doing. */
  readonly refusal: () => IncomingRefusal | null;
}

/**
 * Counts what passes and fails at the first byte too many, or at an end that comes too soon. The source is left open
 * then, so that the answer still finds its way to the client.
 */
export function watchIncoming(source: Readable, { maxBytes, minBytes = 0, onChunk }: { maxBytes: number; minBytes?: number; onChunk?: (bytes: Buffer) => void }): Incoming {
  const head: Buffer[] = [];
  let size = 0;
  let refusal: IncomingRefusal | null = null;
  const fail = (reason: IncomingRefusal, error: Error): never => {
    refusal = reason;
    throw error;
  };

  async function* passing(): AsyncGenerator<Buffer> {
    const chunks = source.iterator({ destroyOnReturn: false });
    for (;;) {
      // Only the client's line is inside: an exception at the `yield` is the store's, thrown back at us.
      const next = await chunks.next().catch((error: Error) => fail('interrupted', error));
      if (next.done) break;
      const bytes = Buffer.from(next.value as Uint8Array);
      if (size < sniffBytes) head.push(bytes.subarray(0, sniffBytes - size));
      size += bytes.length;
      if (size > maxBytes) fail('too_large', new TooLargeError(maxBytes));
      onChunk?.(bytes);
      yield bytes;
    }
    if (size < minBytes) fail('too_small', new Error(`fewer than ${minBytes} bytes`));
  }

  return { stream: Readable.from(passing(), { objectMode: false }), size: () => size, head: () => Buffer.concat(head), refusal: () => refusal };
}
