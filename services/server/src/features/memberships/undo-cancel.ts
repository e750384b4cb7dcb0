import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { follow } from '@backlot/domain/memberships/life-cycle';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { takeBackCancellation } from './cancellations/cancellation-rows.ts';
import { findStoredCard } from '../checkout/index.ts';
import { findRunning, isCutForEver, uncutForEver } from './series/period-rows.ts';
import { findLastSeries } from './series/series-rows.ts';
import { changeSubscription, lockSubscription, subscriptionOf, type SubscriptionRow } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

/** DECISIONS 13: before the end, alone. What is not cancelled stays as it is. @throws not-subscribed, cancellation-final */
export async function undoCancellation(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  now: Date,
): Promise<SubscriptionRow> {
  return ctx.database.tenants.write(tenant, async (db) => {
    const row = await lockSubscription(db, actor.userId);
    const isForEver = row !== null && row.cancelled_at !== null && (await uncutForEver(db, row));
    const change = follow(row && subscriptionOf(row), { kind: 'undo-cancel', isForEver }, now);
    if (row === null || (!change.ok && change.reason !== 'not-cancelled')) throw new DomainError('not-subscribed');
    if (!change.ok) return row;
    if (!isForEver && (await hasNobodyToCharge(db, row))) throw new DomainError('cancellation-final');
    await takeBackCancellation(db, row.id, now);
    const undone = await changeSubscription(
      db,
      row,
      change.subscription,
      now,
      { kind: 'cancel_undone' },
      { cancel_reason: null, cancel_other: null },
    );
    await tellMembership(db, undone);
    return undone;
  });
}

/**
 * Whether `undoCancellation` would refuse, also for a cancellation that is only thought of: nobody is offered a way back
 * that there is not, and who is about to cancel is told before.
 */
export async function isCancellationFinal(db: TenantDb, userId: string, now: Date): Promise<boolean> {
  const row = await db('subscriptions').where({ user_id: userId }).first();
  if (row === undefined) return false;
  // Without an end it is over at once, unless time that was bought or given before is left; with that it can be kept for ever after all.
  if (row.cancelled_at === null && row.ends_at === null)
    return (await findRunning(db, row.id, now, { isBought: false })) === null;
  if (row.cancelled_at === null) return hasNobodyToCharge(db, row);
  // What its provider, staff or a reversal stopped is not taken up again, whoever could charge.
  if (row.stopped_by !== null && row.stopped_by !== 'fan') return true;
  return !(await isCutForEver(db, row)) && (await hasNobodyToCharge(db, row));
}

/**
 * A series that its provider drove begins no more once it was ended there; without a card on file nobody could charge. What was
 * given is charged to nobody.
 */
async function hasNobodyToCharge(db: TenantDb, { id, user_id: userId, ...row }: SubscriptionRow): Promise<boolean> {
  if (row.is_complimentary) return false;
  const last = await findLastSeries(db, id);
  if (last === null || last.provider_ref === null || last.account_id === null) return false;
  return (await findStoredCard(db, userId, last.account_id)) === null;
}
