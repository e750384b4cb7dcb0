import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { lockAttempt } from '@backlot/server/features/checkout/intent-rows';
import { settleHeld } from '@backlot/server/features/checkout/settle/settle-attempt';
import { creditWallet } from '@backlot/server/features/ledger/wallet/credit-wallet';
import { takeOut } from '@backlot/server/features/ledger/wallet/take-out';
import { soldRenewal } from '@backlot/server/features/memberships/sold-renewal';

/** What happens to money at times, by the functions that take it. */

/** The renewal of a member's next period took a dollar more than it was to, and waits for staff. */
export async function holdRenewal(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db('subscriptions').where({ user_id: userId }).update({ ends_at: now, next_billing_at: now });
  const subscription = await db('subscriptions').where({ user_id: userId }).first();
  const paid = await db('payment_attempts as a')
    .join(db.table('payment_intents as i'), 'i.id', 'a.intent_id')
    .where({ 'i.user_id': userId, 'a.state': 'succeeded' })
    .first('a.account_id as accountId', 'a.provider');
  if (!subscription || !paid) throw new Error('Only a member who has paid by card is renewed.');
  const [intentId, attemptId] = [v7(), v7()];
  await db('payment_intents').insert({
    id: intentId,
    kind: soldRenewal.kind,
    user_id: userId,
    subscription_id: subscription.id,
    period_end: now,
    amount_minor: subscription.recurring_minor,
    currency: subscription.currency,
    quote: { reason: 'base', descriptor: 'HOLT CERAMICS' },
    idempotency_key: `renewal ${intentId}`,
    request_hash: '',
    address: '192.0.2.1',
    user_agent: '',
    created_at: now,
  });
  await db('payment_attempts').insert({
    id: attemptId,
    intent_id: intentId,
    account_id: paid.accountId,
    provider: paid.provider,
    started_at: now,
    ready_at: now,
  });
  const held = (await lockAttempt(db, attemptId))!;
  const outcome = {
    kind: 'succeeded',
    providerRef: `ch_${attemptId.slice(-12)}`,
    amountMinor: subscription.recurring_minor + 100,
    currency: subscription.currency,
  } as const;
  await settleHeld(db, soldRenewal, held, outcome, now);
}

/** Twenty dollars that the fan had spent went back, and there is money in a currency that the site had before. */
export async function leaveDebt(db: TenantDb, userId: string, now: Date): Promise<void> {
  const come = (amountMinor: number, currency: string) => ({
    userId,
    amountMinor,
    currency,
    cause: { type: 'crypto_payment', id: v7() } as const,
    provider: 'forumpay',
    at: now,
  });
  await creditWallet(db, come(2_000, 'USD'));
  await takeOut(db, { id: v7(), userId, amountMinor: 4_000, currency: 'USD', provider: 'forumpay', at: now });
  await creditWallet(db, come(1_234, 'EUR'));
}

/** A report of yesterday that agrees in one line and differs in each way in which one may. */
export async function reportDifferences(db: TenantDb, now: Date): Promise<void> {
  const day = new Date(now.getTime() - 30 * 3_600_000);
  const taken = await db('payment_attempts')
    .where({ state: 'succeeded' })
    .whereNotNull('taken_minor')
    .whereNotNull('provider_ref')
    .whereNot({ provider: 'wallet' })
    .orderBy('started_at', 'desc')
    .limit(4);
  const [agreed, dearer, other, unreported] = taken;
  if (!agreed || !dearer || !other || !unreported) throw new Error('The site has sold too little to report of.');
  const line = (at: number, over: object) => ({
    id: v7(),
    account_id: agreed.account_id,
    source: 'report' as const,
    type: 'sale' as const,
    occurred_at: new Date(day.getTime() + at * 60_000),
    ...over,
  });
  const of = (one: typeof agreed) => ({
    provider_ref: one.provider_ref!,
    attempt_id: one.id,
    amount_minor: one.taken_minor,
    currency: one.taken_currency,
    ours_minor: one.taken_minor,
    ours_currency: one.taken_currency,
  });
  await db('report_lines').insert([
    line(0, { ...of(agreed), state: 'agrees' }),
    line(7, { ...of(dearer), amount_minor: dearer.taken_minor! + 150, state: 'differs', difference: 'other_amount' }),
    line(12, { ...of(other), currency: 'EUR', state: 'differs', difference: 'other_currency' }),
    line(31, {
      provider_ref: 'ch_of-nobody-we-know',
      amount_minor: 1400,
      currency: agreed.taken_currency,
      state: 'differs',
      difference: 'not_in_books',
    }),
    line(55, {
      ...of(unreported),
      source: 'books',
      amount_minor: null,
      currency: null,
      state: 'differs',
      difference: 'not_in_report',
    }),
  ]);
  await db('report_readings')
    .insert({ account_id: agreed.account_id, asked_at: now, outcome: 'read', read_from: day, read_until: now })
    .onConflict('account_id')
    .merge();
}
