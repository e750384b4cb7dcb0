import type { TableOf, TenantDb } from '@backlot/database';
import { withdrawnReason } from '@backlot/domain/memberships/withdrawal';
import { v7 } from 'uuid';
import type { SubscriptionRow } from '../subscription-rows.ts';

export interface CancellationRow {
  id: string;
  subscription_id: string;
  user_id: string;
  at: Date;
  /** A text id of ours or a site's own words; null where the site asked for none. `other`: in the fan's words. */
  reason: string | null;
  other: string | null;
  is_complimentary: boolean;
  /** Taken back by the fan before the end. */
  undone_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscription_cancellations: TableOf<CancellationRow>;
  }
}

export async function addCancellation(
  db: TenantDb,
  { id, user_id, is_complimentary }: SubscriptionRow,
  chosen: Pick<CancellationRow, 'reason' | 'other'>,
  now: Date,
): Promise<void> {
  await db('subscription_cancellations').insert({
    id: v7(),
    subscription_id: id,
    user_id,
    is_complimentary,
    at: now,
    ...chosen,
  });
}

/**
 * A withdrawal has the last word: who had cancelled the same membership since it was concluded left once. Their own words stay
 * with it, and the reason that they chose in the event of the cancellation.
 */
export async function addWithdrawnCancellation(
  db: TenantDb,
  row: SubscriptionRow,
  concludedAt: Date,
  now: Date,
): Promise<void> {
  const standing = await db('subscription_cancellations')
    .where({ subscription_id: row.id, undone_at: null })
    .where('at', '>=', concludedAt)
    .orderBy('at', 'desc')
    .first('id');
  if (standing === undefined) return addCancellation(db, row, { reason: withdrawnReason, other: null }, now);
  await db('subscription_cancellations').where({ id: standing.id }).update({ at: now, reason: withdrawnReason });
}

/** The one that stands now. */
export async function takeBackCancellation(db: TenantDb, subscriptionId: string, now: Date): Promise<void> {
  const newest = await db('subscription_cancellations')
    .where({ subscription_id: subscriptionId })
    .orderBy('at', 'desc')
    .first('id');
  if (newest) await db('subscription_cancellations').where({ id: newest.id }).update({ undone_at: now });
}
