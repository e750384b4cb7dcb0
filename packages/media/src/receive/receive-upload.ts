import { maxPhotoBytes } from '@backlot/domain/limits';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Multipart, type Storage, type TenantKey, TooLargeError } from '../storage/storage.ts';
import { sniff, sniffBytes, type Sniffed } from './sniff.ts';

export interface UploadTarget {
  readonly storage: Storage;
  readonly key: TenantKey;
  /** Bytes; `maxPhotoBytes` unless told. */
  readonly maxBytes?: number;
  /** Bytes that the client announced. What is announced too large is refused before a byte is read. */
  readonly announcedBytes?: number;
}

export type ReceivedUpload =
  | { readonly received: true; readonly size: number; readonly sha256: string; readonly content: Sniffed }
  | { readonly received: false; readonly reason: 'too_large' | 'empty' | 'interrupted' };

/**
 * Takes a client's bytes into the store, counting and hashing them (SHA-256, hex) as they pass. Nothing is stored when
 * it is refused or breaks off. The source is left open then, so that the answer still finds its way to the client.
 * Throws only when the store itself fails.
 */
export async function receiveUpload(source: Readable, target: UploadTarget): Promise<ReceivedUpload> {
  const maxBytes = target.maxBytes ?? maxPhotoBytes;
  if ((target.announcedBytes ?? 0) > maxBytes) return { received: false, reason: 'too_large' };
  const hash = createHash('sha256');
  const incoming = watchIncoming(source, { maxBytes, onChunk: (bytes) => hash.update(bytes) });
  try {
    await target.storage.put(target.key, incoming.stream, { contentType: 'application/octet-stream', maxBytes });
  } catch (error) {
    const refusal = incoming.refusal();
    if (refusal === 'too_large' || refusal === 'interrupted') return { received: false, reason: refusal };
    throw error;
  }
  const size = incoming.size();
  if (size > 0) return { received: true, size, sha256: hash.digest('hex'), content: sniff(incoming.head()) };
  await target.storage.remove(target.key);
  return { received: false, reason: 'empty' };
}

interface PartTarget {
  readonly storage: Storage;
  readonly upload: Multipart;
  readonly number: number;
  /** Exactly as many as must come. */
  readonly bytes: number;
}

export type ReceivedPart =
  | { readonly received: true; readonly content: Sniffed }
  | { readonly received: false; readonly reason: IncomingRefusal | 'absent' };

/** Takes one part of a file into the store. `absent`: the transfer is over. What does not come whole leaves nothing. */
export async function receivePart(
  source: Readable,
  { storage, upload, number, bytes }: PartTarget,
): Promise<ReceivedPart> {
  const incoming = watchIncoming(source, { maxBytes: bytes, minBytes: bytes });
  try {
    const put = await storage.putPart(upload, number, incoming.stream, { maxBytes: bytes });
    return put === null ? { received: false, reason: 'absent' } : { received: true, content: sniff(incoming.head()) };
  } catch (error) {
    const refusal = incoming.refusal();
    if (refusal !== null) return { received: false, reason: refusal };
    throw error;
  }
}

type IncomingRefusal = 'too_large' | 'too_small' | 'interrupted';

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
function watchIncoming(
  source: Readable,
  { maxBytes, minBytes = 0, onChunk }: { maxBytes: number; minBytes?: number; onChunk?: (bytes: Buffer) => void },
): Incoming {
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

  return {
    stream: Readable.from(passing(), { objectMode: false }),
    size: () => size,
    head: () => Buffer.concat(head),
    refusal: () => refusal,
  };
}
