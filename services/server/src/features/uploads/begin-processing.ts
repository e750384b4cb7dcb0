import { newStorageRandom } from '@backlot/media';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { leaveObjects } from './leftover-rows.ts';
import { findMedia, type MediaRow } from './media-rows.ts';
import { watermarkDigest, watermarkOf, wishesOf } from './picture-wishes.ts';

/**
 * The medium with what its pictures shall look like; null when it is not to be processed (any more). Objects that an
 * earlier attempt made with another watermark are not mixed with new ones: these lie under randoms of their own.
 */
export async function beginProcessing(ctx: AppContext, tenant: Tenant, mediaId: string, kind: MediaRow['kind']) {
  const watermark = await watermarkOf(ctx, tenant);
  const digest = watermarkDigest(watermark);
  const found = await ctx.database.tenants.read(tenant, (db) => findMedia(db, mediaId));
  if (found === null || found.kind !== kind || found.state !== 'processing') return null;
  const media = found.watermark === digest ? found : await drawAnew(ctx, tenant, found, digest);
  return media === null ? null : { media, wishes: wishesOf(media, watermark) };
}

const drawAnew = (ctx: AppContext, tenant: Tenant, { id }: MediaRow, watermark: string | null): Promise<MediaRow | null> =>
  ctx.database.tenants.write(tenant, async (db) => {
    const before = await db('media').where({ id, state: 'processing' }).forUpdate().first();
    if (!before) return null;
    await leaveObjects(db, before, ctx.clock.now());
    const [media] = await db('media').where({ id }).update({ watermark, private_random: newStorageRandom(), public_random: newStorageRandom() }).returning('*');
    return media ?? null;
  });
