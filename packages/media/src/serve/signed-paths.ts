import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantHolder } from '../storage/storage.ts';

/**
 * Keys that sign addresses. `current` signs; every key in `keys` is still believed, so that a new one can come
 * in before the old one goes. A key's name is 1–8 of a–z and 0–9, its secret at least 32 bytes.
 */
export interface SigningKeys {
  readonly current: string;
  readonly keys: Readonly<Record<string, string | Uint8Array>>;
}

/** For whom an address works. `anyone` is for media that the access rule opens to every guest. */
export type MediaViewer =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'anyone' };

interface Ticket {
  readonly tenant: TenantHolder;
  readonly mediaId: string;
  /** Milliseconds since 1970; the address works before this instant. */
  readonly expiresAt: number;
}

export interface MediaTicket extends Ticket {
  readonly variant: string;
  readonly viewer: MediaViewer;
}

export interface UploadTicket extends Ticket {
  /** The most bytes that may be sent. */
  readonly maxBytes: number;
}

export interface PartTicket extends Ticket {
  /** From 1. */
  readonly part: number;
  /** Exactly as many as must come. */
  readonly bytes: number;
}

/** Where an address is used: the tenant by the host and the time by the clock, never from the address. */
interface Asker {
  readonly tenant: TenantHolder;
  readonly now: number;
}

/** Who asks, by their session. */
export interface MediaAsker extends Asker {
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

interface Refused {
  readonly allowed: false;
  /** 'expired' is told only about addresses that were good for this asker. */
  readonly reason: 'invalid' | 'expired';
}
type Pass<T extends Ticket, V = unknown> = Refused | ({ readonly allowed: true } & Omit<T, 'tenant' | 'viewer'> & V);
export type MediaPass = Pass<MediaTicket, { readonly viewer: MediaViewer['kind'] }>;
export type UploadPass = Pass<UploadTicket>;
export type PartPass = Pass<PartTicket>;

/** `<expiry>.<key>.<signature>`, the end of every signed path. */
const ending = String.raw`([0-9a-z]{1,9})\.([a-z0-9]{1,8})\.([A-Za-z0-9_-]{43})`;
const mediaShape = new RegExp(String.raw`^/media/([0-9a-f-]{36})/([a-z0-9]{1,24})/([usa])\.${ending}$`);
const uploadShape = new RegExp(String.raw`^/upload/([0-9a-f-]{36})/([0-9a-z]{1,11})\.${ending}$`);
const partShape = new RegExp(String.raw`^/upload/([0-9a-f-]{36})/([1-9]\d{0,4})/([0-9a-z]{1,11})\.${ending}$`);

const letters = { user: 'u', session: 's', anyone: 'a' } as const;
const kinds = { u: 'user', s: 'session', a: 'anyone' } as const;

/**
 * `/media/<media id>/<variant>/<viewer kind>.<expiry>.<key>.<signature>`: good for one viewer, one item and a while.
 * Call it only after the access function said yes for this viewer.
 */
export function signMediaPath(keys: SigningKeys, ticket: MediaTicket): string {
  const { tenant, mediaId, variant, viewer, expiresAt } = ticket;
  const letter = letters[viewer.kind];
  const id = viewer.kind === 'anyone' ? '' : viewer.id;
  const path = `/media/${mediaId}/${variant}/${letter}`;
  return signed(keys, mediaShape, path, ['media', tenant.id, mediaId, variant, letter, id], expiresAt);
}

/**
 * Checks a path exactly as it came in the request line, before any decoding and without a query: a path in another
 * spelling is another path.
 */
export function verifyMediaPath(keys: SigningKeys, path: string, asker: MediaAsker): MediaPass {
  const match = mediaShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', variant = '', letter = '', ...end] = match;
  const viewer = kinds[letter as keyof typeof kinds];
  const id = viewer === 'anyone' ? '' : viewer === 'user' ? asker.userId : asker.sessionId;
  if (id === undefined || (viewer !== 'anyone' && id === '')) return invalid;
  const { refused, expiresAt } = verified(keys, end, ['media', asker.tenant.id, mediaId, variant, letter, id], asker);
  return refused ?? { allowed: true, mediaId, variant, viewer, expiresAt };
}

/** The path that one file may be sent to without a session: the signature is the right. */
export function signUploadPath(keys: SigningKeys, { tenant, mediaId, maxBytes, expiresAt }: UploadTicket): string {
  const most = maxBytes.toString(36);
  return signed(keys, uploadShape, `/upload/${mediaId}/${most}`, ['upload', tenant.id, mediaId, most], expiresAt);
}

/** As `verifyMediaPath`: the path exactly as it came. */
export function verifyUploadPath(keys: SigningKeys, path: string, asker: Asker): UploadPass {
  const match = uploadShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', most = '', ...end] = match;
  const { refused, expiresAt } = verified(keys, end, ['upload', asker.tenant.id, mediaId, most], asker);
  return refused ?? { allowed: true, mediaId, maxBytes: Number.parseInt(most, 36), expiresAt };
}

/** The path that one part of a file may be sent to. */
export function signPartPath(keys: SigningKeys, ticket: PartTicket): string {
  const { tenant, mediaId, part, expiresAt } = ticket;
  const bytes = ticket.bytes.toString(36);
  const path = `/upload/${mediaId}/${part}/${bytes}`;
  return signed(keys, partShape, path, ['part', tenant.id, mediaId, String(part), bytes], expiresAt);
}

/** As `verifyUploadPath`. */
export function verifyPartPath(keys: SigningKeys, path: string, asker: Asker): PartPass {
  const match = partShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', part = '', bytes = '', ...end] = match;
  const { refused, expiresAt } = verified(keys, end, ['part', asker.tenant.id, mediaId, part, bytes], asker);
  return refused ?? { allowed: true, mediaId, part: Number(part), bytes: Number.parseInt(bytes, 36), expiresAt };
}

/**
 * An expiry at least `leastMs` away and the same for all calls within a step of `stepMs`, so that a feed that is read
 * again names the same addresses and the browser's cache helps.
 */
export function mediaExpiry(now: number, leastMs = 10 * 60_000, stepMs = 10 * 60_000): number {
  return Math.ceil((now + leastMs) / stepMs) * stepMs;
}

/** Throws `RangeError` when the keys can't be used. */
export function checkSigningKeys(keys: SigningKeys): SigningKeys {
  for (const [name, secret] of Object.entries(keys.keys)) {
    if (!/^[a-z0-9]{1,8}$/.test(name)) throw new RangeError(`not a name of a signing key: ${name}`);
    if (Buffer.byteLength(secret) < 32) throw new RangeError(`the signing key ${name} is shorter than 32 bytes`);
  }
  if (!Object.hasOwn(keys.keys, keys.current)) throw new RangeError('the current signing key is missing');
  return keys;
}

const invalid: Refused = { allowed: false, reason: 'invalid' };
const expired: Refused = { allowed: false, reason: 'expired' };

/** Everything that a signature covers; the first names what it is for, so that one kind never passes for another. */
type Covered = readonly [purpose: string, ...fields: string[]];

function signed(keys: SigningKeys, shape: RegExp, start: string, covered: Covered, expiresAt: number): string {
  const secret = secretOf(keys, keys.current);
  if (secret === null) throw new RangeError('the current signing key is missing');
  const expiry = expiresAt.toString(36);
  const path = `${start}.${expiry}.${keys.current}.${signatureOf(secret, keys.current, [...covered, expiry])}`;
  if (!shape.test(path)) throw new RangeError(`not the values of an address for ${covered[0]}`);
  return path;
}

function verified(
  keys: SigningKeys,
  [expiry = '', keyName = '', signature = '']: readonly string[],
  covered: Covered,
  { now }: Asker,
): { readonly refused: Refused | null; readonly expiresAt: number } {
  const expiresAt = Number.parseInt(expiry, 36);
  const secret = secretOf(keys, keyName);
  if (secret === null || !isSame(signature, signatureOf(secret, keyName, [...covered, expiry])))
    return { refused: invalid, expiresAt };
  return { refused: now >= expiresAt ? expired : null, expiresAt };
}

const secretOf = (keys: SigningKeys, name: string): string | Uint8Array | null =>
  Object.hasOwn(keys.keys, name) ? (keys.keys[name] ?? null) : null;

/** JSON keeps the fields apart whatever they hold. */
const signatureOf = (secret: string | Uint8Array, keyName: string, fields: readonly string[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([keyName, ...fields]))
    .digest('base64url');

/** The texts are compared, not the bytes they stand for: base64url has several spellings of one value. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
