import { isSealed, seal, type SigningKeys } from './seal.ts';
import type { TenantHolder } from './storage-key.ts';

export interface UploadTicket {
  readonly tenant: TenantHolder;
  readonly mediaId: string;
  /** The most bytes that may be sent. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type UploadPass =
  | { readonly allowed: true; readonly mediaId: string; readonly maxBytes: number; readonly expiresAt: number }
  | { readonly allowed: false; readonly reason: 'invalid' | 'expired' };

const shape = /^\/upload\/([0-9a-f-]{36})\/([0-9a-z]{1,11})\.([0-9a-z]{1,9})\.([a-z0-9]{1,8})\.([A-Za-z0-9_-]{43})$/;

/** The path that one file may be sent to without a session: the signature is the right. */
export function signUploadPath(keys: SigningKeys, ticket: UploadTicket): string {
  const most = ticket.maxBytes.toString(36);
  const expiry = ticket.expiresAt.toString(36);
  const { keyName, signature } = seal(keys, ['upload', ticket.tenant.id, ticket.mediaId, most, expiry]);
  const path = `/upload/${ticket.mediaId}/${most}.${expiry}.${keyName}.${signature}`;
  if (!shape.test(path)) throw new RangeError('not the parts of an upload address');
  return path;
}

/** As `verifyMediaPath`: the path exactly as it came, the tenant from the host. */
export function verifyUploadPath(keys: SigningKeys, path: string, asker: { tenant: TenantHolder; now: number }): UploadPass {
  const match = shape.exec(path);
  if (match === null) return { allowed: false, reason: 'invalid' };
  const [, mediaId = '', most = '', expiry = '', keyName = '', signature = ''] = match;
  if (!isSealed(keys, keyName, signature, ['upload', asker.tenant.id, mediaId, most, expiry])) return { allowed: false, reason: 'invalid' };
  const expiresAt = Number.parseInt(expiry, 36);
  if (asker.now >= expiresAt) return { allowed: false, reason: 'expired' };
  return { allowed: true, mediaId, maxBytes: Number.parseInt(most, 36), expiresAt };
}

export interface PartTicket extends Omit<UploadTicket, 'maxBytes'> {
  /** From 1. */
  readonly part: number;
  /** Exactly as many as must come. */
  readonly bytes: number;
}

export type PartPass =
  | { readonly allowed: true; readonly mediaId: string; readonly part: number; readonly bytes: number; readonly expiresAt: number }
  | { readonly allowed: false; readonly reason: 'invalid' | 'expired' };

const partShape = /^\/upload\/([0-9a-f-]{36})\/([1-9]\d{0,4})\/([0-9a-z]{1,11})\.([0-9a-z]{1,9})\.([a-z0-9]{1,8})\.([A-Za-z0-9_-]{43})$/;

/** The path that one part of a file may be sent to. */
export function signPartPath(keys: SigningKeys, ticket: PartTicket): string {
  const bytes = ticket.bytes.toString(36);
  const expiry = ticket.expiresAt.toString(36);
  const { keyName, signature } = seal(keys, ['part', ticket.tenant.id, ticket.mediaId, String(ticket.part), bytes, expiry]);
  const path = `/upload/${ticket.mediaId}/${ticket.part}/${bytes}.${expiry}.${keyName}.${signature}`;
  if (!partShape.test(path)) throw new RangeError('not the parts of an upload address');
  return path;
}

/** As `verifyUploadPath`. */
export function verifyPartPath(keys: SigningKeys, path: string, asker: { tenant: TenantHolder; now: number }): PartPass {
  const match = partShape.exec(path);
  if (match === null) return { allowed: false, reason: 'invalid' };
  const [, mediaId = '', part = '', bytes = '', expiry = '', keyName = '', signature = ''] = match;
  if (!isSealed(keys, keyName, signature, ['part', asker.tenant.id, mediaId, part, bytes, expiry])) return { allowed: false, reason: 'invalid' };
  const expiresAt = Number.parseInt(expiry, 36);
  if (asker.now >= expiresAt) return { allowed: false, reason: 'expired' };
  return { allowed: true, mediaId, part: Number(part), bytes: Number.parseInt(bytes, 36), expiresAt };
}
