import { filmKeys, placeFilm, readReadyMade, readyMadeName, type PhotoJob } from '@backlot/media';
import { join } from 'node:path';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import type { MediaRow } from '../media-rows.ts';

/** The sizes of a declared picture that lie ready made in its site's folder, for its job. */
export async function readyMadeSizes(ctx: AppContext, tenant: Tenant, media: MediaRow): Promise<PhotoJob['ready']> {
  return (await findReadyMade(ctx, tenant, media))?.photo ?? null;
}

/** Stores the qualities and the poster of a declared film that lie ready made in its site's folder, where its pipeline goes on. */
export async function placeReadyMadeFilm(ctx: AppContext, tenant: Tenant, media: MediaRow): Promise<void> {
  const found = await findReadyMade(ctx, tenant, media);
  if (found === null) return;
  const keyFor = filmKeys(tenant, { private: media.private_random, public: media.public_random });
  await placeFilm(ctx.storage, keyFor, found);
}

/**
 * Found by the digest of the original's bytes. Only what came with the site's declaration and was not turned or cut
 * since: a first start then copies what would be minutes of work.
 */
async function findReadyMade(ctx: AppContext, tenant: Tenant, media: MediaRow) {
  const isUnchanged = media.rotation === 0 && media.blur_round === 0 && media.trailer_start_ms === null;
  if (media.created_by !== null || !isUnchanged || media.sha256 === null) return null;
  const name = readyMadeName(media.sha256, media.watermark);
  return readReadyMade(join(ctx.config.tenantsDir, tenant.slug, 'content/made', name));
}
