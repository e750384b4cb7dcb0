import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

declare const tenantKeyBrand: unique symbol;

/**
 * The address of one stored object. It can only be made for a tenant, so that a key without one does not compile:
 * `<tenant>/<area>/<random>` or `<tenant>/<area>/<random>/<name>`.
 */
export type TenantKey = string & { readonly [tenantKeyBrand]: true };

/** `original`: as uploaded, never served. `private`: served by signature only. `public`: safe for anyone to see. */
export type StorageArea = 'original' | 'private' | 'public';

/** Whatever carries a tenant's id; the tenant references of the database package fit. */
export interface TenantHolder {
  readonly id: string;
}

const tenantPattern = /^[a-z0-9]{12}$/;
const randomPattern = /^[0-9a-f]{32}$/;
const namePattern = /^[a-z0-9]{1,24}$/;
const keyPattern = /^[a-z0-9]{12}\/(?:original|private|public)\/[0-9a-f]{32}(?:\/[a-z0-9]{1,24})?$/;

/** 128 random bits in lower-case hex: some file systems do not tell upper from lower case. */
export const newStorageRandom = (): string => randomBytes(16).toString('hex');

/**
 * The key of one object, or of one `name` in the family of a random (the variants of a photo).
 * Throws `RangeError` for parts that do not fit their pattern.
 */
export function storageKey(tenant: TenantHolder, area: StorageArea, random: string, name?: string): TenantKey {
  if (!tenantPattern.test(tenant.id)) throw new RangeError('not a tenant id');
  if (!randomPattern.test(random)) throw new RangeError('not the random part of a storage key');
  if (name !== undefined && !namePattern.test(name)) throw new RangeError('not the name part of a storage key');
  return checkKey(`${tenant.id}/${area}/${random}${name === undefined ? '' : `/${name}`}`);
}

/** A key that was read back from this tenant's rows. Throws `RangeError` for another tenant's. */
export function parseStorageKey(tenant: TenantHolder, text: string): TenantKey {
  const key = checkKey(text);
  if (!tenantPattern.test(tenant.id) || !key.startsWith(`${tenant.id}/`))
    throw new RangeError('not a storage key of this tenant');
  return key;
}

/** Every store checks again what reaches it: a cast is not a proof. */
export function checkKey(text: string): TenantKey {
  if (!keyPattern.test(text)) throw new RangeError('not a storage key');
  return text as TenantKey;
}

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

/** A transfer in parts; `id` is the store's name for it. */
export interface Multipart {
  readonly key: TenantKey;
  readonly id: string;
}

export interface StoredPart {
  /** From 1. */
  readonly number: number;
  readonly size: number;
  /** Changes when the part is sent again. */
  readonly tag: string;
}

export interface ReadAddressOptions {
  /** At most 60. */
  readonly seconds: number;
  readonly contentType: string;
  /** As the header says it: `inline`, `attachment; filename="…"`. */
  readonly disposition: string;
  /** Of the answer; `private, no-store` unless told. */
  readonly cacheControl?: string;
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
  /** Within the store; false when there is no such object. */
  copy(from: TenantKey, to: TenantKey): Promise<boolean>;
  /** Writes the object to a new local file; false when there is no such object. Throws when the file exists. */
  copyToLocal(key: TenantKey, path: string): Promise<boolean>;

  createMultipart(key: TenantKey, options: { contentType: string }): Promise<Multipart>;
  /** All or nothing, also over a former part of the number. Null when there is no such transfer. Throws as `put` does. */
  putPart(
    upload: Multipart,
    number: number,
    source: Readable | Uint8Array,
    options: { maxBytes: number },
  ): Promise<{ size: number } | null>;
  /** Ascending; null when there is no such transfer (any more). */
  listParts(upload: Multipart): Promise<readonly StoredPart[] | null>;
  /**
   * Makes the object of these parts, ascending; every one but the last has at least 5 MiB on some stores.
   * `changed`: a part is not what the list says; nothing was done. `absent`: completed or given up before.
   */
  completeMultipart(upload: Multipart, parts: readonly StoredPart[]): Promise<'complete' | 'changed' | 'absent'>;
  /** Giving up what is not there is no error. */
  abortMultipart(upload: Multipart): Promise<void>;
  /** Unfinished transfers of a tenant that began before this instant. */
  listMultiparts(tenant: TenantHolder, before: Date): Promise<readonly Multipart[]>;

  /** An address of the store's own that reads one object; null where bytes pass through our server. */
  readAddress(key: TenantKey, options: ReadAddressOptions): Promise<string | null>;
  /** An address to PUT one object of exactly these bytes to, if they are told. Null as above. */
  uploadAddress(key: TenantKey, options: { seconds: number; bytes?: number }): Promise<string | null>;
  /** An address to PUT one part of exactly these bytes to. Null as above. */
  partAddress(upload: Multipart, number: number, options: { seconds: number; bytes: number }): Promise<string | null>;
  /** Where those addresses lie, for a page's content security policy; null where there are none. */
  readonly origin: string | null;
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
