import type { TenantDb } from '@backlot/database';
import type { Period } from '@backlot/domain/money/price';
import { follow } from '@backlot/domain/memberships/life-cycle';
import { moved } from '@backlot/domain/memberships/subscription';
import type { PriceCause } from './price-cause.ts';
import { believedNext, latestEnd } from './series/believed-next.ts';
import { askedBeforeLeaving, hasLeftSince } from './subscription-events.ts';
import {
  changeSubscription,
  insertSubscription,
  lockSubscription,
  subscriptionOf,
  type SubscriptionRow,
} from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

export interface BoughtMembership {
  readonly userId: string;
  readonly initialMinor: number;
  readonly recurringMinor: number;
  readonly currency: string;
  readonly firstPeriod: Period | null;
  readonly timeZone: string;
  readonly priceCause: PriceCause | null;
  /** Null for a membership that costs nothing. */
  readonly provider: string | null;
  readonly accountId: string | null;
  readonly transactionId: string | null;
  /** The card that it was paid with, or that later charges go to. */
  readonly instrumentId: string | null;
  /** Of a provider that charges the later payments by itself; the date is that of the next one. */
  readonly series: { readonly seriesRef: string; readonly nextAt: string | null } | null;
  /** When the fan asked for it; it may have been paid much later. */
  readonly askedAt: Date;
  readonly now: Date;
}

/** Begins a membership, also for a former member. Null when there is one already. */
export async function startMembership(db: TenantDb, bought: BoughtMembership): Promise<SubscriptionRow | null> {
  const { now } = bought;
  const existing = await lockSubscription(db, bought.userId);
  const { firstPeriod, recurringMinor, timeZone, accountId, transactionId } = bought;
  const change = follow(
    existing && subscriptionOf(existing),
    { kind: 'subscribe', bought: { firstPeriod, recurringMinor, timeZone } },
    now,
  );
  if (!change.ok) return null;
  const nextAt = believedNext(bought.series, change.subscription.endsAt, latestEnd(now, firstPeriod));
  // A payment of which its provider told after the time that it was for buys that time from now on.
  const begun = nextAt === null || nextAt <= now ? change.subscription : moved(change.subscription, nextAt);
  const terms = {
    initial_minor: bought.initialMinor,
    currency: bought.currency,
    price_cause: bought.priceCause,
    provider: bought.provider,
    account_id: accountId,
    paid_by_id: transactionId,
    rebill_decline_reason: null,
    rebill_notified_at: null,
    cancel_reason: null,
    cancel_other: null,
  };
  // Who cancels or withdraws while a payment is awaited has cancelled what it pays for as well (C15, C16).
  const isCancelled = existing !== null && (await hasLeftSince(db, bought.userId, bought.askedAt));
  const happened = {
    kind: 'started',
    transactionId,
    period: { kind: 'paid', transactionId },
    facts: isCancelled ? askedBeforeLeaving : {},
    begins: { accountId, providerRef: bought.series?.seriesRef ?? null, instrumentId: bought.instrumentId },
  } as const;
  const row = existing
    ? await changeSubscription(db, existing, begun, now, happened, terms)
    : await insertSubscription(db, begun, now, happened, { user_id: bought.userId, ...terms });
  const last = row && isCancelled ? await stopAtOnce(db, row, now) : row;
  if (last) await tellMembership(db, last);
  return last;
}

/** It runs to the end of what was paid. */
async function stopAtOnce(db: TenantDb, row: SubscriptionRow, now: Date): Promise<SubscriptionRow> {
  const change = follow(subscriptionOf(row), { kind: 'cancel' }, now);
  if (!change.ok) return row;
  return changeSubscription(
    db,
    row,
    change.subscription,
    now,
    { kind: 'cancelled', facts: { reason: null, ...askedBeforeLeaving } },
    {},
  );
}
