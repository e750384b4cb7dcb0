import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { follow } from '@backlot/domain/memberships/life-cycle';
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
  const change = offer && follow(subscriptionOf(row), { kind: 'take-up', offer }, now);
  // A promotion begins memberships; it changes none that runs.
  const quote = quoteFor(settings, viewer, now, { promotions: [], resubscribeOffer: offer });
  if (!offer || !change?.ok || quote.reason !== 'resubscribe') return null;
  // Taking the cancellation back keeps the member's own price. A gift has none.
  const { subscription } = change;
  const isDearer = !row.is_complimentary && subscription.recurringMinor > row.recurring_minor;
  if (isDearer && offer.freeMonths === 0) return null;
  const { baseInitialMinor, baseRecurringMinor } = quote;
  return { offer, subscription, baseInitialMinor, baseRecurringMinor };
}

/** In the transaction of the purchase. @throws resubscribe-offer-gone when it was taken back or has ended meanwhile */
export async function takeUpMembership(
  db: TenantDb,
  userId: string,
  { offer, priceCause }: { offer: ResubscribeOffer; priceCause: PriceCause | null },
  { provider, accountId, instrumentId = null, now }: Payment,
): Promise<SubscriptionRow> {
  const row = await lockSubscription(db, userId);
  const change = follow(row && subscriptionOf(row), { kind: 'take-up', offer }, now);
  if (row === null || !change.ok) throw new DomainError('resubscribe-offer-gone');
  await takeBackCancellation(db, row.id, now);
  const taken = await changeSubscription(
    db,
    row,
    change.subscription,
    now,
    {
      kind: 'cancel_undone',
      facts: { offer: 'resubscribe' },
      ...(accountId === null ? {} : { begins: { accountId, providerRef: null, instrumentId } }),
      // What was paid for runs on; only the free time is new.
      ...(offer.freeMonths === 0 ? {} : { period: { kind: 'paid', transactionId: null } }),
    },
    {
      cancel_reason: null,
      cancel_other: null,
      price_cause: priceCause,
      ...(accountId === null ? {} : { provider, account_id: accountId }),
    },
  );
  await tellMembership(db, taken);
  return taken;
}
