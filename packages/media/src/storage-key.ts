import { randomBytes } from 'node:crypto';

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
  if (!tenantPattern.test(tenant.id) || !key.startsWith(`${tenant.id}/`)) throw new RangeError('not a storage key of this tenant');
  return key;
}

/** Every store checks again what reaches it: a cast is not a proof. */
export function checkKey(text: string): TenantKey {
  if (!keyPattern.test(text)) throw new RangeError('not a storage key');
  return text as TenantKey;
}
