import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Keys that sign addresses. `current` signs; every key in `keys` is still believed, so that a new one can come
 * in before the old one goes. A key's name is 1–8 of a–z and 0–9, its secret at least 32 bytes.
 */
export interface SigningKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, string | Uint8Array>>;
}

/** Everything that a signature covers; the first part names what it is for, so that one kind never passes for another. */
export type SealedParts = readonly [purpose: string, ...parts: string[]];

/** Throws `RangeError` when the keys can't be used; meant for the start of the program. */
export function checkSigningKeys(keys: SigningKeys): SigningKeys {
  for (const [name, secret] of Object.entries(keys.keys)) {
    if (!/^[a-z0-9]{1,8}$/.test(name)) throw new RangeError(`not a name of a signing key: ${name}`);
    if (Buffer.byteLength(secret) < 32) throw new RangeError(`the signing key ${name} is shorter than 32 bytes`);
  }
  if (!Object.hasOwn(keys.keys, keys.current)) throw new RangeError('the current signing key is missing');
  return keys;
}

/** The signature of these parts under the current key. */
export function seal(keys: SigningKeys, parts: SealedParts): { keyName: string; signature: string } {
  const secret = secretOf(keys, keys.current);
  if (secret === null) throw new RangeError('the current signing key is missing');
  return { keyName: keys.current, signature: sign(secret, keys.current, parts) };
}

/** Whether this very text is the signature of these parts under that key; takes the same time for every wrong text. */
export function isSealed(keys: SigningKeys, keyName: string, signature: string, parts: SealedParts): boolean {
  const secret = secretOf(keys, keyName);
  if (secret === null) return false;
  // The texts are compared, not the bytes they stand for: base64url has several spellings of one value.
  const expected = Buffer.from(sign(secret, keyName, parts));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const secretOf = (keys: SigningKeys, name: string): string | Uint8Array | null =>
  Object.hasOwn(keys.keys, name) ? (keys.keys[name] ?? null) : null;

/** JSON keeps the parts apart whatever they hold. */
const sign = (secret: string | Uint8Array, keyName: string, parts: SealedParts): string =>
  createHmac('sha256', secret).update(JSON.stringify([keyName, ...parts])).digest('base64url');
