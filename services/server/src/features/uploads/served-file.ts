import { etagOf, playlistOf, storageKey, type TenantKey } from '@backlot/media';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { text as readText } from 'node:stream/consumers';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import type { MediaSigner } from './media-addresses.ts';
import { acceptedForm } from './accepted-form.ts';
import type { MediaRow } from './media-rows.ts';
import { addressedPlaylist, masterPlaylist, playlistType } from './playlists.ts';

interface Facts {
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  readonly saveAs: string;
  /** One address, several forms: caches have to know. */
  readonly variesByAccept?: boolean;
}
/** What an address of a medium stands for: an object of the store, or a text that is made for the viewer. */
export type ServedFile = Facts & ({ readonly key: TenantKey } | { readonly text: string });

/** Null for a variant that this medium does not have. Whether the viewer may see it was asked before. */
export async function servedFile(ctx: AppContext, tenant: Tenant, media: MediaRow, variant: string, { signer, accept }: { signer: MediaSigner; accept: string | undefined }): Promise<ServedFile | null> {
  if (media.state !== 'ready') return null;
  return pictureOf(tenant, media, variant, accept) ?? filmOf(tenant, media, variant) ?? await playlistFile(ctx, tenant, media, variant, signer);
}

function pictureOf(tenant: Tenant, media: MediaRow, variant: string, accept: string | undefined): ServedFile | null {
  const asked = media.variants.find(({ name }) => name === variant);
  // The blur has a public address.
  if (!asked || variant === 'blur') return null;
  const made = acceptedForm(media.variants, asked, accept);
  const key = storageKey(tenant, 'private', media.private_random, made.name);
  return {
    key, size: made.bytes, contentType: made.contentType, etag: etagOf(key), saveAs: `picture.${made.contentType.split('/')[1]}`, variesByAccept: variant.startsWith('w'),
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

async function playlistFile(ctx: AppContext, tenant: Tenant, media: MediaRow, variant: string, signer: MediaSigner): Promise<ServedFile | null> {
  if (media.film === null) return null;
  if (variant === 'master') {
    return media.film.renditions.length === 0 ? null : textFile(masterPlaylist(media.film, (name) => signer.address(media, name)));
  }
  const rendition = media.film.renditions.find(({ name }) => playlistOf(name) === variant);
  if (!rendition) return null;
  const written = await readPlaylist(ctx, storageKey(tenant, 'private', media.private_random, variant));
  const text = written === null ? null : addressedPlaylist(written, rendition.name, signer.address(media, rendition.name));
  if (text === null) ctx.log.error({ tenant: tenant.id, mediaId: media.id, variant }, 'a playlist is absent or odd');
  return text === null ? null : textFile(text);
}

function textFile(text: string): ServedFile {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  return { text, size: Buffer.byteLength(text), contentType: playlistType, etag, saveAs: 'film.m3u8' };
}

/** Keys are never written twice, so what was read stays true. */
const playlists = new LRUCache<TenantKey, string>({ max: 2_000, maxSize: 32 * 1024 * 1024, sizeCalculation: (text) => text.length + 1 });

async function readPlaylist(ctx: AppContext, key: TenantKey): Promise<string | null> {
  const known = playlists.get(key);
  if (known !== undefined) return known;
  const object = await ctx.storage.open(key);
  if (object === null) return null;
  const written = await readText(object.stream);
  playlists.set(key, written);
  return written;
}
