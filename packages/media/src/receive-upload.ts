import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { sniff, sniffBytes, type Sniffed } from './sniff.ts';
import type { TenantKey } from './storage-key.ts';
import { TooLargeError, type Storage } from './storage.ts';

/** The most a photo may weigh, in bytes: 50 MB (DECISIONS 29), read in the larger sense so that nobody's '50 MB' is refused. */
export const maxPhotoBytes = 50 * 1024 * 1024;

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
  const head: Buffer[] = [];
  let size = 0;
  let refusal: 'too_large' | 'interrupted' | null = null;

  async function* passing(): AsyncGenerator<Buffer> {
    const chunks = source.iterator({ destroyOnReturn: false });
    for (;;) {
      // Only the client's line is inside: an exception at the `yield` is the store's, thrown back at us.
      const next = await chunks.next().catch((error: unknown) => {
        refusal = 'interrupted';
        throw error;
      });
      if (next.done) return;
      const bytes = Buffer.from(next.value as Uint8Array);
      if (size < sniffBytes) head.push(bytes.subarray(0, sniffBytes - size));
      size += bytes.length;
      if (size > maxBytes) {
        refusal = 'too_large';
        throw new TooLargeError(maxBytes);
      }
      hash.update(bytes);
      yield bytes;
    }
  }

  try {
    await target.storage.put(target.key, Readable.from(passing(), { objectMode: false }), { contentType: 'application/octet-stream', maxBytes });
  } catch (error) {
    if (refusal !== null) return { received: false, reason: refusal };
    throw error;
  }
  if (size > 0) return { received: true, size, sha256: hash.digest('hex'), content: sniff(Buffer.concat(head)) };
  await target.storage.remove(target.key);
  return { received: false, reason: 'empty' };
}
