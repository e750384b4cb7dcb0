import type { MyPhotoId } from '@backlot/contracts/photo-ids';
import type { TenantDb } from '@backlot/database';
import { purchaseLimit } from '@backlot/domain/people/photo-id';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { getBuyer } from '../accounts/index.ts';
import { findNewestPhotoId, type PhotoIdRow } from './photo-id-rows.ts';

/** How one's own photo id stands, and the limit. */
export async function findMyPhotoId(ctx: AppContext, tenant: Tenant, { userId }: Actor): Promise<MyPhotoId> {
  const settings = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, (db) => myPhotoId(db, settings, userId));
}

/** The same, inside a transaction. */
export async function myPhotoId(db: TenantDb, settings: Settings, userId: string): Promise<MyPhotoId> {
  const { isPhotoIdAccepted: isAccepted } = await getBuyer(db, userId);
  const newest = await findNewestPhotoId(db, userId);
  const state = isAccepted ? 'accepted' : stateOf(newest);
  const limit = settings.transaction_limit_without_photo_id;
  return {
    state,
    sent_at: state === 'none' ? null : (newest?.sent_at.toISOString() ?? null),
    reason: state === 'rejected' ? (newest?.reason ?? null) : null,
    limit: purchaseLimit(limit, { isAccepted, isWaiting: state === 'waiting' }),
    limit_while_waiting: purchaseLimit(limit, { isAccepted, isWaiting: true }),
  };
}

/** After an acceptance that staff took back, and one that expired, there is none. */
const stateOf = (newest: PhotoIdRow | null): 'none' | 'waiting' | 'rejected' =>
  newest?.state === 'waiting' || newest?.state === 'rejected' ? newest.state : 'none';
