import type { TenantDb } from '@backlot/database';
import { append } from '../../../jobs/append.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { markFailed, markRefused, type MediaRow } from '../media-rows.ts';

/** With the queue's back-off these span several minutes. */
export const PROCESS_ATTEMPTS = 5;
/** A few more in the queue: when the last attempt was killed, another one has to say that it failed. */
export const QUEUED_ATTEMPTS = PROCESS_ATTEMPTS + 3;

/** One attempt of a job to process a medium. */
export interface Attempt {
  readonly attempt: number;
  /** The process wants to stop. */
  readonly signal?: AbortSignal;
}

/**
 * Ends a medium's processing, with what hangs on it and the news for its maker. False for one that was settled before,
 * which is left alone.
 */
export async function settleMedia(
  ctx: AppContext,
  tenant: Tenant,
  mark: (db: TenantDb, now: Date) => Promise<MediaRow | null>,
  { tellsMaker = true }: { readonly tellsMaker?: boolean } = {},
): Promise<boolean> {
  const now = ctx.clock.now();
  return ctx.database.tenants.write(tenant, async (db) => {
    const media = await mark(db, now);
    if (media === null) return false;
    for (const holder of ctx.mediaHolders)
      await holder.settled?.(db, { id: media.id, isReady: media.state === 'ready' });
    if (tellsMaker && media.created_by !== null) await tellState(db, media.created_by, media);
    return true;
  });
}

export async function settleFailed(ctx: AppContext, tenant: Tenant, mediaId: string, code: string): Promise<void> {
  await settleMedia(ctx, tenant, (db, now) => markFailed(db, mediaId, code, now));
}

/** One whose bytes were refused or did not come whole. Whoever sent them hears it as the answer. */
export const settleRefused = (ctx: AppContext, tenant: Tenant, mediaId: string, code: string): Promise<boolean> =>
  settleMedia(ctx, tenant, (db, now) => markRefused(db, mediaId, code, now), { tellsMaker: false });

/** Tells a person how a medium stands. */
export const tellState = (
  db: TenantDb,
  userId: string,
  media: Pick<MediaRow, 'id' | 'state' | 'error_code'>,
): Promise<void> =>
  append(db, `user:${userId}`, 'MEDIA_STATE', {
    mediaId: media.id,
    state: media.state === 'ready' ? 'ready' : 'error',
    code: media.error_code,
  });
