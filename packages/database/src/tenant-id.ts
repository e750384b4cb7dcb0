import { randomInt } from 'node:crypto';

declare const tenantIdBrand: unique symbol;

/** Twelve lower-case letters or digits; never changes, unlike a slug or a host. */
export type TenantId = string & { readonly [tenantIdBrand]: true };

/** Anything that says which tenant is meant. */
export interface TenantRef {
  readonly id: TenantId;
}

const PATTERN = /^[a-z0-9]{12}$/;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export function isTenantId(value: unknown): value is TenantId {
  return typeof value === 'string' && PATTERN.test(value);
}

/** @throws TypeError when the value is not a tenant id: it is about to become part of a schema's name. */
export function asTenantId(value: unknown): TenantId {
  if (isTenantId(value)) return value;
  throw new TypeError(`Not a tenant id: ${JSON.stringify(value) ?? 'undefined'}`);
}

export function newTenantId(): TenantId {
  let id = '';
  for (let place = 0; place < 12; place++) id += ALPHABET[randomInt(ALPHABET.length)];
  return id as TenantId;
}

export function tenantSchema(id: TenantId): string {
  return `tenant_${asTenantId(id)}`;
}
