import { isWithin, levelOfVariant, type MediaLevel } from './media-level.ts';
import { idOfShort, shortId } from './short-id.ts';
import { endingOf, invalid, readEnd, signedEnd } from './signatures.ts';
import type { Asker, Refused, SigningKeys, Ticket } from './signatures.ts';

/** For whom an address works. `anyone` is for media that the access rule opens to every guest. */
export type MediaViewer =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string }
  | { readonly kind: 'anyone' };

export interface MediaTicket extends Ticket {
  readonly viewer: MediaViewer;
  /** How much of the medium it opens: every variant up to this level. */
  readonly level: MediaLevel;
}

/** Who asks, by their session. */
export interface MediaAsker extends Asker {
  readonly userId?: string | undefined;
  readonly sessionId?: string | undefined;
}

export type MediaPass =
  | Refused
  | {
      readonly allowed: true;
      readonly mediaId: string;
      readonly variant: string;
      /** Of the ticket, at least the variant's. Whether the viewer still has it is for the access rule to say. */
      readonly level: MediaLevel;
      readonly viewer: MediaViewer['kind'];
      readonly expiresAt: number;
    };

/** A medium's address by the name of a variant. @throws `RangeError` for a variant above the ticket's level, or none */
export type AddressOf = (variant: string) => string;

const viewerLetters = { user: 'u', session: 's', anyone: 'a' } as const;
const viewers = { u: 'user', s: 'session', a: 'anyone' } as const;
const levelLetters = { teaser: 't', preview: 'p', full: 'f' } as const;
const levels = { t: 'teaser', p: 'preview', f: 'full' } as const;

const shape = new RegExp(
  String.raw`^/media/([A-Za-z0-9_-]{22})/([a-z0-9]{1,24})/([usa])([tpf])\.${endingOf('media2')}$`,
);

/**
 * Signs once for all variants of a medium up to a level, as `<viewer kind><level>.<expiry>.<key>.<signature>`: good for one
 * viewer, one medium and a while. Call it only after the access function gave this viewer that level.
 * @throws `RangeError` for values that no address can carry
 */
export function mediaTicket(keys: SigningKeys, { tenant, mediaId, viewer, level, expiresAt }: MediaTicket): string {
  const letter = viewerLetters[viewer.kind];
  const id = viewer.kind === 'anyone' ? '' : viewer.id;
  const end = signedEnd(keys, ['media2', tenant.id, mediaId, letter, id, level], expiresAt);
  const ticket = `${letter}${levelLetters[level]}.${end}`;
  if (!shape.test(`/media/${shortId(mediaId)}/any/${ticket}`))
    throw new RangeError('not the values of an address for media');
  return ticket;
}

/** `/media/<id in 22 letters>/<variant>/<ticket>`, for the variants that a ticket of this level opens. */
export function addressWith(mediaId: string, level: MediaLevel, ticket: string): AddressOf {
  const start = `/media/${shortId(mediaId)}`;
  return (variant) => {
    if (!isOpenedBy(level, variant)) throw new RangeError(`not a variant of a ticket for ${level}: ${variant}`);
    return `${start}/${variant}/${ticket}`;
  };
}

/**
 * Checks a path exactly as it came in the request line, before any decoding and without a query: a path in another
 * spelling is another path. The variant may be any within the level that was signed.
 */
export function verifyMediaPath(keys: SigningKeys, path: string, asker: MediaAsker): MediaPass {
  const match = shape.exec(path);
  if (match === null) return verifyFormerPath(keys, path, asker);
  const [, short = '', variant = '', letter = '', levelLetter = '', ...end] = match;
  const mediaId = idOfShort(short);
  const viewer = viewers[letter as keyof typeof viewers];
  const level = levels[levelLetter as keyof typeof levels];
  const id = viewerIdOf(viewer, asker);
  if (mediaId === null || id === null || !isOpenedBy(level, variant)) return invalid;
  const { refused, expiresAt } = readEnd(keys, end, ['media2', asker.tenant.id, mediaId, letter, id, level], asker);
  return refused ?? { allowed: true, mediaId, variant, level, viewer, expiresAt };
}

const formerShape = new RegExp(String.raw`^/media/([0-9a-f-]{36})/([a-z0-9]{1,24})/([usa])\.${endingOf('media')}$`);

/**
 * Addresses of the version before, each signed for its one variant and good for up to two hours and a film's length.
 * They name no level; as before, the lowest that opens the bytes is enough. To be taken out in the next version.
 */
function verifyFormerPath(keys: SigningKeys, path: string, asker: MediaAsker): MediaPass {
  const match = formerShape.exec(path);
  if (match === null) return invalid;
  const [, mediaId = '', variant = '', letter = '', ...end] = match;
  const viewer = viewers[letter as keyof typeof viewers];
  const id = viewerIdOf(viewer, asker);
  if (id === null) return invalid;
  const { refused, expiresAt } = readEnd(keys, end, ['media', asker.tenant.id, mediaId, variant, letter, id], asker);
  return refused ?? { allowed: true, mediaId, variant, level: 'preview', viewer, expiresAt };
}

function isOpenedBy(level: MediaLevel, variant: string): boolean {
  const needed = levelOfVariant(variant);
  return needed !== null && isWithin(needed, level);
}

/** What the signature covers of who asks: empty for anyone, null where there is no such session. */
function viewerIdOf(viewer: MediaViewer['kind'], { userId, sessionId }: MediaAsker): string | null {
  if (viewer === 'anyone') return '';
  return (viewer === 'user' ? userId : sessionId) || null;
}

/**
 * An expiry at least `leastMs` away and the same for all calls within a step of `stepMs`, so that a feed that is read
 * again names the same addresses and the browser's cache helps.
 */
export function mediaExpiry(now: number, leastMs = 10 * 60_000, stepMs = 10 * 60_000): number {
  return Math.ceil((now + leastMs) / stepMs) * stepMs;
}
