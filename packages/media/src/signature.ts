import { isSealed, seal, type SigningKeys } from './seal.ts';
import type { TenantHolder } from './storage-key.ts';

/** For whom an address works. `anyone` is for media that the access rule opens to every guest. */
export type MediaViewer =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'anyone' };

export interface MediaTicket {
  readonly tenant: TenantHolder;
  readonly mediaId: string;
  readonly variant: string;
  readonly viewer: MediaViewer;
  /** Milliseconds since 1970; the address works before this instant. */
  readonly expiresAt: number;
}

/** Who asks: from the host, the session and the clock, never from the address. */
export interface MediaAsker {
  readonly tenant: TenantHolder;
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly now: number;
}

export type MediaPass =
  | { readonly allowed: true; readonly mediaId: string; readonly variant: string; readonly viewer: MediaViewer['kind']; readonly expiresAt: number }
  | { readonly allowed: false; readonly reason: 'invalid' | 'expired' };

const letters = { user: 'u', session: 's', anyone: 'a' } as const;
const kinds = { u: 'user', s: 'session', a: 'anyone' } as const;
const shape = /^\/media\/([0-9a-f-]{36})\/([a-z0-9]{1,24})\/([usa])\.([0-9a-z]{1,9})\.([a-z0-9]{1,8})\.([A-Za-z0-9_-]{43})$/;

/**
 * `/media/<media id>/<variant>/<viewer kind>.<expiry>.<key>.<signature>`: good for one viewer, one item and a while.
 * Call it only after the access function said yes for this viewer.
 */
export function signMediaPath(keys: SigningKeys, ticket: MediaTicket): string {
  const letter = letters[ticket.viewer.kind];
  const expiry = ticket.expiresAt.toString(36);
  const id = ticket.viewer.kind === 'anyone' ? '' : ticket.viewer.id;
  const { keyName, signature } = seal(keys, ['media', ticket.tenant.id, ticket.mediaId, ticket.variant, letter, id, expiry]);
  const path = `/media/${ticket.mediaId}/${ticket.variant}/${letter}.${expiry}.${keyName}.${signature}`;
  if (!shape.test(path)) throw new RangeError('not the parts of a media address');
  return path;
}

/**
 * Checks a path exactly as it came in the request line, before any decoding and without a query: a path in another
 * spelling is another path. 'expired' is told only about addresses that were good for this asker.
 */
export function verifyMediaPath(keys: SigningKeys, path: string, asker: MediaAsker): MediaPass {
  const match = shape.exec(path);
  if (match === null) return { allowed: false, reason: 'invalid' };
  const [, mediaId = '', variant = '', letter = '', expiry = '', keyName = '', signature = ''] = match;
  const viewer = kinds[letter as keyof typeof kinds];
  const id = viewer === 'anyone' ? '' : viewer === 'user' ? asker.userId : asker.sessionId;
  if (id === undefined || (viewer !== 'anyone' && id === '')) return { allowed: false, reason: 'invalid' };
  const sealed = isSealed(keys, keyName, signature, ['media', asker.tenant.id, mediaId, variant, letter, id, expiry]);
  if (!sealed) return { allowed: false, reason: 'invalid' };
  const expiresAt = Number.parseInt(expiry, 36);
  if (asker.now >= expiresAt) return { allowed: false, reason: 'expired' };
  return { allowed: true, mediaId, variant, viewer, expiresAt };
}

/**
 * An expiry at least `leastMs` away and the same for all calls within a step of `stepMs`, so that a feed that is read
 * again names the same addresses and the browser's cache helps.
 */
export function mediaExpiry(now: number, leastMs = 10 * 60_000, stepMs = 10 * 60_000): number {
  return Math.ceil((now + leastMs) / stepMs) * stepMs;
}
