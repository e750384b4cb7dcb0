import type { TenantDb } from '@backlot/database';
import { storageKey } from '@backlot/media';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { findMedia, type MediaRow } from '../media-rows.ts';
import { processFilmLater } from './process-film.ts';

/** Milliseconds after which a film that is being processed may be sent again (DECISIONS 34). */
export const STUCK_AFTER_MS = 30 * 60_000;

/** A medium of the library that may be changed; null for what was taken out. */
export async function mediaToRemake(db: TenantDb, id: string): Promise<MediaRow | null> {
  const media = await findMedia(db, id);
  return media === null || media.deleted_at !== null ? null : media;
}

/** Has a film processed again, if it failed or takes too long and its original is there. Its holders wait for a failed one again. */
export async function retryFilm(ctx: AppContext, tenant: Tenant, mediaId: string, now: Date): Promise<boolean> {
  const media = await ctx.database.tenants.read(tenant, (db) => mediaToRemake(db, mediaId));
  if (media === null || !mayRetry(media, now)) return false;
  if ((await ctx.storage.stat(storageKey(tenant, 'original', media.original_random))) === null) return false;
  return ctx.database.tenants.write(tenant, async (db) => {
    const [row] = await db('media')
      .where({ id: mediaId, state: media.state })
      .update({ state: 'processing', error_code: null, progress: null, settled_at: null })
      .returning('id');
    if (!row) return false;
    if (media.state === 'error') for (const holder of ctx.mediaHolders) await holder.reopened?.(db, mediaId);
    await processFilmLater(db, { mediaId, isTrailer: media.trailer_start_ms !== null });
    return true;
  });
}

function mayRetry({ kind, state, received_at: receivedAt }: MediaRow, now: Date): boolean {
  if (kind !== 'video' || receivedAt === null) return false;
  return state === 'error' || (state === 'processing' && now.getTime() - receivedAt.getTime() > STUCK_AFTER_MS);
}
