import type { TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../tenant.ts';
import { markFailed, type MediaRow } from './media-rows.ts';

/** With the queue's back-off these span several minutes. */
export const PROCESS_ATTEMPTS = 5;
/** A few more in the queue: when the last attempt was killed, another one has to say that it failed. */
export const QUEUED_ATTEMPTS = PROCESS_ATTEMPTS + 3;

/** What else changes in the transaction that settles a medium. */
export type OnSettled = (db: TenantDb, media: MediaRow, now: Date) => Promise<void>;

/** One attempt of a job to process a medium. */
export interface Attempt {
  readonly attempt: number;
  readonly onSettled: OnSettled;
  /** The process wants to stop. */
  readonly signal?: AbortSignal;
}

/** Ends a medium's processing, with what hangs on it and the news for its maker. What was settled before is left alone. */
export async function settleMedia(ctx: AppContext, tenant: Tenant, mark: (db: TenantDb, now: Date) => Promise<MediaRow | null>, onSettled: OnSettled): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.tenants.write(tenant, async (db) => {
    const media = await mark(db, now);
    if (media === null) return;
    await onSettled(db, media, now);
    if (media.created_by !== null) await tellState(db, media.created_by, media);
  });
}

export const settleFailed = (ctx: AppContext, tenant: Tenant, mediaId: string, code: string, onSettled: OnSettled): Promise<void> =>
  settleMedia(ctx, tenant, (db, now) => markFailed(db, mediaId, code, now), onSettled);

/** Tells a person how a medium stands. */
export const tellState = (db: TenantDb, userId: string, media: Pick<MediaRow, 'id' | 'state' | 'error_code'>): Promise<void> =>
  appendEvent(db, {
    recipient: `user:${userId}`, event: 'MEDIA_STATE',
    data: { mediaId: media.id, state: media.state === 'ready' ? 'ready' : 'error', code: media.error_code },
  });
