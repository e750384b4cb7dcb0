import type { Readable } from 'node:stream';
import type { TenantKey } from './storage-key.ts';

export interface PutOptions {
  readonly contentType: string;
  /** Bytes; the first byte more ends the transfer and leaves nothing behind. */
  readonly maxBytes: number;
}

/** Both ends inclusive, as in a `Content-Range`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StoredObject {
  /** Of the whole object, in bytes, also when a range was asked for. */
  readonly size: number;
  readonly contentType: string;
  readonly modifiedAt: Date;
}

export interface OpenObject extends StoredObject {
  readonly stream: Readable;
}

/** Where media bytes live. Keys are written once and not reused for other content. One contract test binds every store. */
export interface Storage {
  /** All or nothing: a reader sees the former object or the whole new one. Throws `TooLargeError`, or the stream's own error. */
  put(key: TenantKey, source: Readable | Uint8Array, options: PutOptions): Promise<{ size: number }>;
  /** Null when there is no such object. Throws `RangeError` for a range outside it. The caller ends the stream. */
  open(key: TenantKey, range?: ByteRange): Promise<OpenObject | null>;
  stat(key: TenantKey): Promise<StoredObject | null>;
  /** Removing what is not there is no error. */
  remove(key: TenantKey): Promise<void>;
  /** Writes the object to a new local file; false when there is no such object. Throws when the file exists. */
  copyToLocal(key: TenantKey, path: string): Promise<boolean>;
}

/** More bytes arrived than the caller allowed. */
export class TooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'TooLargeError';
    this.maxBytes = maxBytes;
  }
}
