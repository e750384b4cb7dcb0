import type { PictureWishes, Watermark } from '@backlot/media';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import type { MediaRow } from './media-rows.ts';

/** The watermark that media of this site get from now on, by its settings; null for none. */
export async function watermarkOf(ctx: AppContext, tenant: Tenant): Promise<Watermark | null> {
  const settings = await ctx.settings.of(tenant);
  const text = tenant.canonicalHost ?? tenant.hosts[0];
  if (!settings.enable_watermark || text === undefined) return null;
  return { text, size: settings.watermark_size, color: settings.watermark_color, position: settings.watermark_position as Watermark['position'] };
}

/** What a row keeps of the watermark that its sizes carry. */
export const watermarkDigest = (watermark: Watermark | null): string | null =>
  (watermark === null ? null : createHash('sha256').update(JSON.stringify([watermark.text, watermark.size, watermark.color, watermark.position])).digest('hex').slice(0, 16));

export const wishesOf = (media: Pick<MediaRow, 'rotation' | 'blur_round'>, watermark: Watermark | null): PictureWishes =>
  ({ rotation: media.rotation, blurRound: media.blur_round, watermark });
