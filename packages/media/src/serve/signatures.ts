import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { TenantHolder } from '../storage/storage.ts';

/**
 * Keys that sign addresses. `current` signs; every key in `keys` is still believed, so that a new one can come
 * in before the old one goes. A key's name is 1–8 of a–z and 0–9.
 */
export interface SigningKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

/** What they are made of: the bytes of each. */
interface SigningSecrets {
  readonly current: string;
  readonly keys: Readonly<Record<string, Uint8Array>>;
}

export interface Ticket {
  readonly tenant: TenantHolder;
  readonly mediaId: string;
  /** Milliseconds since 1970; the address works before this instant. */
  readonly expiresAt: number;
}

/** Where an address is used: the tenant by the host and the time by the clock, never from the address. */
export interface Asker {
  readonly tenant: TenantHolder;
  readonly now: number;
}

export interface Refused {
  readonly allowed: false;
  /** 'expired' is told only about addresses that were good for this asker. */
  readonly reason: 'invalid' | 'expired';
}

export const invalid: Refused = { allowed: false, reason: 'invalid' };
const expired: Refused = { allowed: false, reason: 'expired' };

/** Letters of a signature by what it is for. 22 letters are 132 bits: what every picture of a page carries is short. */
const lengths = { media2: 22, media: 43, upload: 43, part: 43 } as const;
type Purpose = keyof typeof lengths;

/** Everything that a signature covers; the first names what it is for, so that one kind never passes for another. */
export type Covered = readonly [purpose: Purpose, ...fields: string[]];

/** `<expiry>.<key>.<signature>`, how every signed path ends, as an expression with a group for each. */
export const endingOf = (purpose: Purpose): string =>
  String.raw`([0-9a-z]{1,9})\.([a-z0-9]{1,8})\.([A-Za-z0-9_-]{${lengths[purpose]}})`;

/** The end of a path that covers these fields. @throws `RangeError` without a current key */
export function signedEnd(keys: SigningKeys, covered: Covered, expiresAt: number): string {
  const secret = secretOf(keys, keys.current);
  if (secret === null) throw new RangeError('the current signing key is missing');
  const expiry = expiresAt.toString(36);
  return `${expiry}.${keys.current}.${signatureOf(secret, keys.current, covered, expiry)}`;
}

/** Reads the three groups of `endingOf`; `refused` is null for an end that covers these fields and is not over. */
export function readEnd(
  keys: SigningKeys,
  [expiry = '', keyName = '', signature = '']: readonly string[],
  covered: Covered,
  { now }: Asker,
): { readonly refused: Refused | null; readonly expiresAt: number } {
  const expiresAt = Number.parseInt(expiry, 36);
  const secret = secretOf(keys, keyName);
  if (secret === null || !isSame(signature, signatureOf(secret, keyName, covered, expiry)))
    return { refused: invalid, expiresAt };
  return { refused: now >= expiresAt ? expired : null, expiresAt };
}

/**
 * Made once and kept: a signature by a key that is ready takes 2 µs, by bare bytes, which Node 24 reads again each time,
 * 15 µs. @throws `RangeError` for names or secrets that can't be used; a secret has 32 bytes at least
 */
export function openSigningKeys({ current, keys }: SigningSecrets): SigningKeys {
  const opened = Object.entries(keys).map(([name, secret]) => {
    if (!/^[a-z0-9]{1,8}$/.test(name)) throw new RangeError(`not a name of a signing key: ${name}`);
    if (secret.byteLength < 32) throw new RangeError(`the signing key ${name} is shorter than 32 bytes`);
    return [name, createSecretKey(secret)] as const;
  });
  if (!Object.hasOwn(keys, current)) throw new RangeError('the current signing key is missing');
  return { current, keys: Object.fromEntries(opened) };
}

const secretOf = (keys: SigningKeys, name: string): KeyObject | null =>
  Object.hasOwn(keys.keys, name) ? (keys.keys[name] ?? null) : null;

/** JSON keeps the fields apart whatever they hold. */
const signatureOf = (secret: KeyObject, keyName: string, covered: Covered, expiry: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([keyName, ...covered, expiry]))
    .digest('base64url')
    .slice(0, lengths[covered[0]]);

/** The texts are compared, not the bytes they stand for: base64url has several spellings of one value. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
