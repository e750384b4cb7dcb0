import { createHash, createHmac } from 'node:crypto';
import { isWithin, levelOfVariant } from '../serve/media-level.ts';
import { shortId } from '../serve/short-id.ts';

/** What a link is cut into: `/media/<id>/<variant>/<for>.<expiry>.<key>.<signature>`. */
interface Link {
  readonly id: string;
  readonly variant: string;
  /** A letter for the kind of viewer and one for the level; of the version before the first alone. */
  readonly for: string;
  readonly expiry: string;
  readonly key: string;
  readonly signature: string;
}

const variants = [
  'w320',
  'w480',
  'a640',
  'w640',
  'w960',
  'w1280',
  'w1600',
  'w2048',
  'w2560',
  'jpeg960',
  'jpeg1600',
  'thumb',
  'blur',
  'h360',
  'h540',
  'h720',
  'h1080',
  'm360',
  'm720',
  'master',
  'mp4',
  'sprite',
  'manifest',
  'original',
];
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Links that somebody made of good ones, each in one way: other items, viewers, levels, ends and keys, variants above
 * the level or of no level, each letter and each bit of the signature changed, parts of one link in another, other
 * spellings of the same. The same for the same links; none of them is one of these, or of another size within its level.
 */
export function editedLinks(good: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of good) for (const edited of editsOf(path, good)) found.add(edited);
  const known = new Set(good);
  const tickets = new Set(good.map(cut).map(ticketOf));
  return [...found].filter((path) => !known.has(path) && !(tickets.has(ticketOf(cut(path))) && isWithinLevel(path)));
}

/** The same tickets with every variant within their levels; of the version before, none. */
export const siblingLinks = (good: readonly string[]): readonly string[] =>
  good.flatMap((path) => variants.map((variant) => joined({ ...cut(path), variant })).filter(isWithinLevel));

/** What of a link its ticket is for. */
const ticketOf = (link: Link): string => joined({ ...link, variant: '' });

function isWithinLevel(path: string): boolean {
  const link = cut(path);
  const needed = levelOfVariant(link.variant);
  const level = ({ t: 'teaser', p: 'preview', f: 'full' } as const)[link.for.slice(1)];
  return path === joined(link) && needed !== null && level !== undefined && isWithin(needed, level);
}

/** A link as the version before made it, for one variant. `viewer`: a letter and whose it is. */
export function formerLink(
  secret: Uint8Array,
  made: {
    readonly tenant: { readonly id: string };
    readonly mediaId: string;
    readonly variant: string;
    readonly viewer: readonly ['u' | 's' | 'a', string];
    readonly expiresAt: number;
  },
): string {
  const expiry = made.expiresAt.toString(36);
  const signature = createHmac('sha256', secret)
    .update(JSON.stringify(['a', 'media', made.tenant.id, made.mediaId, made.variant, ...made.viewer, expiry]))
    .digest('base64url');
  return joined({ id: made.mediaId, variant: made.variant, for: made.viewer[0], expiry, key: 'a', signature });
}

function* editsOf(path: string, good: readonly string[]): Generator<string> {
  const link = cut(path);
  yield* names(link);
  yield* ends(link);
  yield* signatures(link);
  yield* letters(path);
  yield* spellings(path);
  for (const other of good) yield* mixed(link, cut(other));
}

function* names(link: Link): Generator<string> {
  for (const variant of variants) yield joined({ ...link, variant });
  for (const viewer of ['u', 's', 'a', 'x', 'U', ''])
    for (const level of ['t', 'p', 'f', 'x', 'F', '', 'ff', '.f']) yield joined({ ...link, for: viewer + level });
  for (const key of ['a', 'b', 'aa', '', '__proto__', 'constructor', 'tostring', '0']) yield joined({ ...link, key });
  for (let at = 0; at < 60; at += 1) {
    yield joined({ ...link, id: idOf(at) });
    yield joined({ ...link, id: shortId(idOf(at)) });
  }
  // The last of 22 letters carries four bits that mean nothing.
  for (const letter of alphabet) yield joined({ ...link, id: link.id.slice(0, -1) + letter });
  for (const id of [
    link.id.toUpperCase(),
    link.id.replaceAll('-', ''),
    `${link.id} `,
    `../${link.id}`,
    '',
    '0',
    'null',
  ])
    yield joined({ ...link, id });
}

function* ends(link: Link): Generator<string> {
  const end = Number.parseInt(link.expiry, 36);
  for (const ms of [1, 1000, 60_000, 3_600_000, 86_400_000, 31_536_000_000, -1, -1000, -60_000])
    yield joined({ ...link, expiry: (end + ms).toString(36) });
  for (const expiry of [
    'zzzzzzzzz',
    '0',
    '',
    '-1',
    `0${link.expiry}`,
    `${link.expiry}0`,
    link.expiry.toUpperCase(),
    'infinity',
    'nan',
    '1e9',
  ])
    yield joined({ ...link, expiry });
}

function* signatures(link: Link): Generator<string> {
  const bytes = Buffer.from(link.signature, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    yield joined({ ...link, signature: flipped.toString('base64url') });
  }
  // Another spelling of the same bytes: the last letter carries bits that mean nothing.
  for (const letter of alphabet) yield joined({ ...link, signature: link.signature.slice(0, -1) + letter });
  for (const signature of [
    '',
    'A'.repeat(43),
    'A'.repeat(22),
    link.signature.slice(0, 22),
    link.signature.padEnd(43, 'A'),
    link.signature.slice(1),
    `${link.signature}=`,
    `${link.signature}A`,
    [...link.signature].reverse().join(''),
    bytes.toString('base64'),
    bytes.toString('hex'),
  ])
    yield joined({ ...link, signature });
}

function* letters(path: string): Generator<string> {
  for (let at = 0; at < path.length; at += 1) {
    for (const letter of ['0', 'f', 'Z', '-', '.', '/']) yield path.slice(0, at) + letter + path.slice(at + 1);
    yield path.slice(0, at) + path.slice(at + 1);
    yield path.slice(0, at) + path[at] + path.slice(at);
  }
}

function* spellings(path: string): Generator<string> {
  for (let at = 1; at < path.length; at += 1) {
    const hex = path.charCodeAt(at).toString(16);
    yield `${path.slice(0, at)}%${hex}${path.slice(at + 1)}`;
    if (at % 7 === 0) yield `${path.slice(0, at)}%25${hex}${path.slice(at + 1)}`;
  }
  yield* [
    `${path}?`,
    `${path}?x=1`,
    `${path}/`,
    `${path}%20`,
    `${path}%00`,
    `${path}%0a`,
    `${path};a=1`,
    `${path}.webp`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    path.replace('/media/', '/media//'),
    path.replace('/media/', '/media/./'),
    path.replace('/media/', '/Media/'),
    path.replace('/media/', '/media/public/'),
    path.replace('/media/', '/api/media/'),
    path.replace('/media/', '/upload/'),
    path.replaceAll('/', '%2F'),
    path.replaceAll('/', '\\'),
    path.toUpperCase(),
  ];
}

function* mixed(link: Link, other: Link): Generator<string> {
  for (const part of ['id', 'variant', 'for', 'expiry', 'key', 'signature'] as const)
    yield joined({ ...link, [part]: other[part] });
  yield joined({ ...link, id: other.id, variant: other.variant });
  yield joined({ ...link, expiry: other.expiry, signature: other.signature });
}

function cut(path: string): Link {
  const [, , id = '', variant = '', ticket = ''] = path.split('/');
  const [viewer = '', expiry = '', key = '', signature = ''] = ticket.split('.');
  return { id, variant, for: viewer, expiry, key, signature };
}

const joined = ({ id, variant, for: viewer, expiry, key, signature }: Link): string =>
  `/media/${id}/${variant}/${viewer}.${expiry}.${key}.${signature}`;

function idOf(seed: number): string {
  const hex = createHash('sha256').update(String(seed)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
