import { DomainError } from '@backlot/contracts';
import { filmKeys, photoKeys, type FilmObjectName, type PhotoVariantName, type TenantKey } from '@backlot/media';
import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findMedia, type MediaRow } from '../media-rows.ts';
import { keepPublicFile, type PublicFileType } from './public-file.ts';
import { insertPublished } from './published-rows.ts';

/** Bytes. A page's look is no place for more. */
const most = 50_000_000;

interface Piece {
  readonly key: TenantKey;
  readonly contentType: PublicFileType;
  readonly bytes: number;
}

/**
 * Shows a picture or film of the library to everybody, as a part of the site's look, and answers its path. What is
 * shown was made again from the original: nothing of where and with what it was taken goes along.
 * @throws `not-found`; `media-processing` for one that is not ready; `file-too-large` over 50 MB
 */
export async function publishMedium(
  ctx: Pick<AppContext, 'storage' | 'database'>,
  tenant: Tenant,
  id: string,
  now: Date,
): Promise<string> {
  const media = await ctx.database.tenants.read(tenant, (db) => findMedia(db, id));
  if (media === null || media.deleted_at !== null || media.purged_at !== null || media.state === 'error')
    throw new DomainError('not-found');
  if (media.state !== 'ready') throw new DomainError('media-processing');
  const piece = media.kind === 'photo' ? pictureOf(tenant, media) : filmOf(tenant, media);
  const object = piece.bytes > most ? null : await ctx.storage.open(piece.key);
  if (object === null) throw new DomainError('file-too-large', { name: media.file_name });
  const path = await keepPublicFile(ctx, tenant, {
    bytes: await buffer(object.stream),
    contentType: piece.contentType,
    name: media.kind === 'photo' ? 'picture' : 'film',
  });
  await ctx.database.tenants.write(tenant, (db) => insertPublished(db, { media_id: id, path, published_at: now }));
  return path;
}

/** The largest in a format that every browser reads and that is small. */
function pictureOf(tenant: Tenant, media: MediaRow): Piece {
  const sizes = media.variants
    .filter(({ name }) => name !== 'blur' && name !== 'thumb')
    .toSorted((one, other) => other.width - one.width);
  const best =
    sizes.find(({ contentType }) => contentType === 'image/webp') ??
    sizes.find(({ contentType }) => contentType === 'image/jpeg') ??
    sizes[0];
  if (best === undefined) throw new DomainError('not-found');
  return {
    key: photoKeys(tenant, randomsOf(media))(best.name as PhotoVariantName),
    contentType: best.contentType as PublicFileType,
    bytes: best.bytes,
  };
}

/** As one file that plays while it loads; of a long film its middle quality. */
function filmOf(tenant: Tenant, media: MediaRow): Piece {
  const keys = filmKeys(tenant, randomsOf(media));
  const { mp4, renditions } = media.film ?? { mp4: null, renditions: [] };
  if (mp4) return { key: keys('mp4'), contentType: 'video/mp4', bytes: mp4.bytes };
  const best =
    renditions
      .filter(({ bytes }) => bytes <= most)
      .toSorted((one, other) => other.height - one.height)
      .find(({ height }) => height <= 720) ?? renditions.at(0);
  if (best === undefined) throw new DomainError('not-found');
  return { key: keys(best.name as FilmObjectName), contentType: 'video/mp4', bytes: best.bytes };
}

const randomsOf = (media: MediaRow): { private: string; public: string } => ({
  private: media.private_random,
  public: media.public_random,
});
