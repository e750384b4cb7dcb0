import {
  type AddressOf,
  etagOf,
  type FilmFiles,
  type FilmStepName,
  playlistOf,
  storageKey,
  type TenantKey,
} from '@backlot/media';
import { createHash } from 'node:crypto';
import { text as readText } from 'node:stream/consumers';
import type { AppContext } from '../../../context.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { MediaRow, MediaVariant } from '../media-rows.ts';

interface FileDetails {
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  readonly saveAs: string;
  /** One address, several forms: caches have to know. */
  readonly variesByAccept?: boolean;
}
/** What an address of a medium stands for: an object of the store, or a text that is made for the viewer. */
type ServedFile = FileDetails & ({ readonly key: TenantKey } | { readonly text: string });

/** Null for a variant that this medium does not have. Whether the viewer may see it was asked before. `addressOf`: what a playlist names. */
export async function servedFile(
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
  variant: string,
  { addressOf, accept }: { addressOf: AddressOf; accept: string | undefined },
): Promise<ServedFile | null> {
  if (media.state !== 'ready') return null;
  return (
    pictureOf(tenant, media, variant, accept) ??
    filmOf(tenant, media, variant) ??
    (await playlistFile(ctx, tenant, media, variant, addressOf))
  );
}

function pictureOf(tenant: Tenant, media: MediaRow, variant: string, accept: string | undefined): ServedFile | null {
  const asked = media.variants.find(({ name }) => name === variant);
  // The blur has a public address.
  if (!asked || variant === 'blur') return null;
  const made = acceptedForm(media.variants, asked, accept);
  const key = storageKey(tenant, 'private', media.private_random, made.name);
  return {
    key,
    size: made.bytes,
    contentType: made.contentType,
    etag: etagOf(key),
    saveAs: `picture.${made.contentType.split('/')[1]}`,
    variesByAccept: variant.startsWith('w'),
  };
}

function filmOf(tenant: Tenant, { film, private_random: random }: MediaRow, variant: string): ServedFile | null {
  if (film === null) return null;
  const stored = (bytes: number, contentType: string, saveAs: string): ServedFile => {
    const key = storageKey(tenant, 'private', random, variant);
    return { key, size: bytes, contentType, etag: etagOf(key), saveAs };
  };
  if (variant === 'mp4') return film.mp4 && stored(film.mp4.bytes, 'video/mp4', 'film.mp4');
  if (variant === 'sprite') return film.sprite && stored(film.sprite.bytes, 'image/webp', 'frames.webp');
  const rendition = film.renditions.find(({ name }) => name === variant);
  return rendition ? stored(rendition.bytes, 'video/mp4', 'film.mp4') : null;
}

async function playlistFile(
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
  variant: string,
  addressOf: AddressOf,
): Promise<ServedFile | null> {
  if (media.film === null) return null;
  if (variant === 'master') {
    return media.film.renditions.length === 0 ? null : textFile(masterPlaylist(media.film, addressOf));
  }
  const rendition = media.film.renditions.find(({ name }) => playlistOf(name) === variant);
  if (!rendition) return null;
  const written = await readPlaylist(ctx, storageKey(tenant, 'private', media.private_random, variant));
  const text = written === null ? null : addressedPlaylist(written, rendition.name, addressOf(rendition.name));
  if (text === null) ctx.log.error({ tenant: tenant.id, mediaId: media.id, variant }, 'a playlist is absent or odd');
  return text === null ? null : textFile(text);
}

function textFile(text: string): ServedFile {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { text, size: Buffer.byteLength(text), contentType: playlistType, etag, saveAs: 'film.m3u8' };
}

/** Keys are never written twice, so what was read stays true. */
const playlists = new BoundedMemory<TenantKey, string>('playlists', {
  isOfBytes: true,
  max: 2_000,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (text) => text.length + 1,
});

async function readPlaylist(ctx: AppContext, key: TenantKey): Promise<string | null> {
  const known = playlists.get(key);
  if (known !== undefined) return known;
  const object = await ctx.storage.open(key);
  if (object === null) return null;
  const written = await readText(object.stream);
  playlists.set(key, written);
  return written;
}

/** A film's playlists, as HLS players read them (RFC 8216). */
export const playlistType = 'application/vnd.apple.mpegurl';

/** The list of qualities; `addressOf` a quality's own playlist. */
function masterPlaylist({ renditions }: Pick<FilmFiles, 'renditions'>, addressOf: AddressOf): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ name, width, height, bandwidth, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      addressOf(playlistOf(name)),
    ]),
    '',
  ].join('\n');
}

/** Everything that such a playlist of one file may hold. It was written by a program that has read hostile bytes. */
const plain =
  /^#(?:EXTM3U|EXT-X-(?:VERSION|TARGETDURATION|MEDIA-SEQUENCE):\d{1,9}|EXT-X-PLAYLIST-TYPE:VOD|EXT-X-INDEPENDENT-SEGMENTS|EXT-X-ENDLIST|EXTINF:\d{1,7}(?:\.\d{1,9})?,|EXT-X-BYTERANGE:\d{1,15}(?:@\d{1,15})?)$/;
const map = /^#EXT-X-MAP:URI="[^"]*",BYTERANGE="(\d{1,15}@\d{1,15})"$/;

/**
 * One quality's playlist with the signed address of its file in every place; null for what is no playlist of a single
 * file, from which no line may reach a player.
 */
function addressedPlaylist(written: string, fileName: FilmStepName, address: string): string | null {
  const lines: string[] = [];
  for (const line of written.split(/\r?\n/)) {
    if (line === '') continue;
    const mapped = map.exec(line);
    if (mapped) lines.push(`#EXT-X-MAP:URI="${address}",BYTERANGE="${mapped[1]}"`);
    else if (plain.test(line)) lines.push(line);
    else if (line === fileName) lines.push(address);
    else return null;
  }
  return lines[0] === '#EXTM3U' ? `${lines.join('\n')}\n` : null;
}

/**
 * A size of a picture (`w…`) in the best form that a browser says it can show: AVIF where that was made, JPEG of about
 * the size for old ones that name what they can and WebP is not among it, else WebP as it was asked for.
 */
export function acceptedForm(variants: readonly MediaVariant[], asked: MediaVariant, accept = ''): MediaVariant {
  const step = /^w(\d+)$/.exec(asked.name)?.[1];
  if (step === undefined) return asked;
  const named = (name: string): MediaVariant | undefined => variants.find((one) => one.name === name);
  if (accept.includes('image/avif')) return named(`a${step}`) ?? asked;
  const isOld = /image\/[a-z]/.test(accept) && !accept.includes('image/webp');
  return isOld ? ((asked.width > 960 ? named('jpeg1600') : undefined) ?? named('jpeg960') ?? asked) : asked;
}
