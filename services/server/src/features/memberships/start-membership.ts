import type { TenantDb } from '@backlot/database';
import type { Period } from '@backlot/domain/money/price';
import { statusAt, subscribe } from '@backlot/domain/memberships/subscription';
import { v7 } from 'uuid';
import type { PriceCause } from './price-cause.ts';
import {
  addEvent,
  changeSubscription,
  columnsOf,
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
  readonly now: Date;
}

/** Begins a membership, also for a former member. Null when there is one already. */
export async function startMembership(db: TenantDb, bought: BoughtMembership): Promise<SubscriptionRow | null> {
  const { now } = bought;
  const existing = await lockSubscription(db, bought.userId);
  if (existing && statusAt(subscriptionOf(existing), now) !== '0') return null;
  const { firstPeriod, recurringMinor, timeZone } = bought;
  const next = subscribe({ firstPeriod, recurringMinor, timeZone }, now);
  const terms = {
    initial_minor: bought.initialMinor,
    currency: bought.currency,
    price_cause: bought.priceCause,
    provider: bought.provider,
    account_id: bought.accountId,
    paid_by_id: bought.transactionId,
    rebill_failed_at: null,
    cancel_reason: null,
    cancel_other: null,
  };
  const happened = { kind: 'started', transactionId: bought.transactionId } as const;
  const row = existing ? await changeSubscription(db, existing, next, now, happened, terms) : await insert();
  if (row) await tellMembership(db, row);
  return row;

  async function insert(): Promise<SubscriptionRow | null> {
    const [inserted] = await db('subscriptions')
      .insert({ id: v7(), user_id: bought.userId, ...columnsOf(next, now), ...terms })
      .onConflict('user_id')
      .ignore()
      .returning('*');
    if (inserted) await addEvent(db, inserted, now, happened);
    return inserted ?? null;
  }
}
