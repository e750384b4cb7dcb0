import { createHash } from 'node:crypto';

/** What a link is cut into: `/media/<id>/<variant>/<letter>.<expiry>.<key>.<signature>`. */
interface Link {
  readonly id: string;
  readonly variant: string;
  readonly letter: string;
  readonly expiry: string;
  readonly key: string;
  readonly signature: string;
}

const variants = [
  'w320',
  'w480',
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
 * Links that somebody made of good ones, each in one way: other items, variants, viewers, ends and keys, each letter
 * and each bit of the signature changed, parts of one link in another, other spellings of the same. The same for the
 * same links; none of them is one of these.
 */
export function editedLinks(good: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of good) for (const edited of editsOf(path, good)) found.add(edited);
  for (const path of good) found.delete(path);
  return [...found];
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
  for (const letter of ['u', 's', 'a', 'x', 'U', '']) yield joined({ ...link, letter });
  for (const key of ['a', 'b', 'aa', '', '__proto__', 'constructor', 'tostring', '0']) yield joined({ ...link, key });
  for (let at = 0; at < 60; at += 1) yield joined({ ...link, id: idOf(at) });
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
  // Another spelling of the same bytes: the last letter carries two bits that mean nothing.
  for (const letter of alphabet) yield joined({ ...link, signature: link.signature.slice(0, -1) + letter });
  for (const signature of [
    '',
    'A'.repeat(43),
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
  for (const part of ['id', 'variant', 'letter', 'expiry', 'key', 'signature'] as const)
    yield joined({ ...link, [part]: other[part] });
  yield joined({ ...link, id: other.id, variant: other.variant });
  yield joined({ ...link, expiry: other.expiry, signature: other.signature });
}

function cut(path: string): Link {
  const [, , id = '', variant = '', ticket = ''] = path.split('/');
  const [letter = '', expiry = '', key = '', signature = ''] = ticket.split('.');
  return { id, variant, letter, expiry, key, signature };
}

const joined = ({ id, variant, letter, expiry, key, signature }: Link): string =>
  `/media/${id}/${variant}/${letter}.${expiry}.${key}.${signature}`;

function idOf(seed: number): string {
  const hex = createHash('sha256').update(String(seed)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
