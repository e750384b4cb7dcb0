import { newStorageRandom, type PictureOptions, type Watermark } from '@backlot/media';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findMedia, type MediaRow } from '../media-rows.ts';
import { leaveObjects, setDigest } from './processing-rows.ts';

/**
 * The medium with the options of its processing; null when it is not to be processed (any more). Objects that an
 * earlier attempt made with another watermark are not mixed with new ones: these lie under randoms of their own.
 */
export async function beginProcessing(ctx: AppContext, tenant: Tenant, mediaId: string, kind: MediaRow['kind']) {
  const watermark = await watermarkOf(ctx, tenant);
  const digest = watermarkDigest(watermark);
  const found = await ctx.database.tenants.read(tenant, (db) => findMedia(db, mediaId));
  if (found === null || found.kind !== kind || found.state !== 'processing') return null;
  const media = found.watermark === digest ? found : await drawAnew(ctx, tenant, found, digest);
  if (media === null) return null;
  return { media, options: { ...optionsOf(media, watermark), ...digestOption(ctx, tenant, media) } };
}

const drawAnew = (
  ctx: AppContext,
  tenant: Tenant,
  { id }: MediaRow,
  watermark: string | null,
): Promise<MediaRow | null> =>
  ctx.database.tenants.write(tenant, async (db) => {
    const before = await db('media').where({ id, state: 'processing' }).forUpdate().first();
    if (!before) return null;
    await leaveObjects(db, before, ctx.clock.now());
    const [media] = await db('media')
      .where({ id })
      .update({ watermark, private_random: newStorageRandom(), public_random: newStorageRandom() })
      .returning('*');
    return media ?? null;
  });

/** The pipeline, which has the bytes at hand, tells the digest of an original that came past us. A trailer has no bytes of its own. */
const digestOption = (
  ctx: AppContext,
  tenant: Tenant,
  media: MediaRow,
): { onDigest?: (sha256: string) => Promise<void> } =>
  media.sha256 !== null || media.trailer_start_ms !== null
    ? {}
    : { onDigest: (sha256) => ctx.database.tenants.write(tenant, (db) => setDigest(db, media.id, sha256)) };

/** The watermark that media of this site get from now on, by its settings; null for none. */
export async function watermarkOf(ctx: AppContext, tenant: Tenant): Promise<Watermark | null> {
  const settings = await ctx.settings.of(tenant);
  const text = tenant.canonicalHost ?? tenant.hosts[0];
  if (!settings.enable_watermark || text === undefined) return null;
  return {
    text,
    size: settings.watermark_size,
    color: settings.watermark_color,
    position: settings.watermark_position as Watermark['position'],
  };
}

/** Where and how a mark is drawn: what was marked in another way is otherwise marked. 2: inside the square in the middle. */
const drawing = 2;

/** What a row keeps of the watermark that its sizes carry. */
export const watermarkDigest = (watermark: Watermark | null): string | null =>
  watermark === null
    ? null
    : createHash('sha256')
        .update(JSON.stringify([drawing, watermark.text, watermark.size, watermark.color, watermark.position]))
        .digest('hex')
        .slice(0, 16);

export const optionsOf = (
  media: Pick<MediaRow, 'rotation' | 'blur_round'>,
  watermark: Watermark | null,
): PictureOptions => ({ rotation: media.rotation, blurRound: media.blur_round, watermark });
