import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { watchIncoming, type IncomingRefusal } from './incoming.ts';
import { sniff, type Sniffed } from './sniff.ts';
import type { TenantKey } from './storage-key.ts';
import type { Multipart, Storage } from './storage.ts';

/** The most a photo may weigh, in bytes: 50 MB (DECISIONS 29), read in the larger sense so that nobody's '50 MB' is refused. */
export const maxPhotoBytes = 50 * 1024 * 1024;

/** The most a film may weigh, in bytes (DECISIONS 29). */
export const maxVideoBytes = 5_000_000_000;

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

export interface PartTarget {
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
export async function receivePart(source: Readable, { storage, upload, number, bytes }: PartTarget): Promise<ReceivedPart> {
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
