import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { takeUp } from '@backlot/domain/memberships/take-up';
import type { ResubscribeOffer } from '@backlot/domain/memberships/resubscribe-offer';
import type { Subscription } from '@backlot/domain/memberships/subscription';
import type { Settings } from '@backlot/domain/settings';
import { asPerson, type Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Payment } from '../checkout/index.ts';
import { findResubscribeOffer } from '../resubscribe/index.ts';
import { takeBackCancellation } from './cancellations/cancellation-rows.ts';
import { quoteFor } from './quote.ts';
import type { PriceCause } from './price-cause.ts';
import {
  changeSubscription,
  findSubscription,
  lockSubscription,
  subscriptionOf,
  type SubscriptionRow,
} from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

export interface TakenUp {
  readonly offer: ResubscribeOffer;
  /** What it would be from now on. */
  readonly subscription: Subscription;
  readonly baseInitialMinor: number;
  readonly baseRecurringMinor: number;
}

/**
 * A cancelled membership that still runs, as the resubscribe offer would go on with it: nothing is charged before what was
 * paid for ends. Null where there is none, or the offer is not for this person.
 */
export async function findTakeUp(
  ctx: AppContext,
  db: TenantDb,
  settings: Settings,
  { actor, now }: { actor: Actor; now: Date },
): Promise<TakenUp | null> {
  const row = await findSubscription(db, actor.userId);
  if (row === null || row.currency !== settings.currency) return null;
  const viewer = { person: asPerson(actor, '1'), isSubscribedEver: true };
  const offer = await findResubscribeOffer(ctx, db, settings, { ...viewer, userId: actor.userId });
  const subscription = offer && takeUp(subscriptionOf(row), offer, now);
  // A promotion begins memberships; it changes none that runs.
  const quote = quoteFor(settings, viewer, now, { promotions: [], resubscribeOffer: offer });
  if (!offer || !subscription || quote.reason !== 'resubscribe') return null;
  const { baseInitialMinor, baseRecurringMinor } = quote;
  return { offer, subscription, baseInitialMinor, baseRecurringMinor };
}

/** In the transaction of the purchase. @throws resubscribe-offer-gone when it was taken back or has ended meanwhile */
export async function takeUpMembership(
  db: TenantDb,
  userId: string,
  { offer, priceCause }: { offer: ResubscribeOffer; priceCause: PriceCause | null },
  { provider, accountId, now }: Payment,
): Promise<SubscriptionRow> {
  const row = await lockSubscription(db, userId);
  const next = takeUp(row && subscriptionOf(row), offer, now);
  if (row === null || next === null) throw new DomainError('resubscribe-offer-gone');
  await takeBackCancellation(db, row.id, now);
  const taken = await changeSubscription(
    db,
    row,
    next,
    now,
    {
      kind: 'cancel_undone',
      facts: { offer: 'resubscribe' },
      ...(offer.freeMonths === 0 ? {} : { period: { kind: 'paid', transactionId: null } }),
      ...(accountId === null ? {} : { begins: { accountId, providerRef: null, instrumentId: null } }),
    },
    {
      cancel_reason: null,
      cancel_other: null,
      rebill_failed_at: null,
      price_cause: priceCause,
      ...(accountId === null ? {} : { provider, account_id: accountId }),
    },
  );
  await tellMembership(db, taken);
  return taken;
}
