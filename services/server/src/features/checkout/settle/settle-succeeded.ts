import type { TenantDb } from '@backlot/database';
import type { Succeeded } from '@backlot/payments';
import { bookSale, bookUnapplied } from '../../ledger/index.ts';
import { deliver, tellPurchase } from './deliver.ts';
import { keepCard } from '../cards/instrument-rows.ts';
import { settleIntent, type HeldAttempt } from '../intent-rows.ts';
import { requestRefund } from './reversal-rows.ts';
import type { Sellable } from '../sellable.ts';

/** Money was taken: books it, delivers what it bought, or gives it back when it can buy nothing (any more). */
export async function settleSucceeded(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  outcome: Succeeded,
  now: Date,
): Promise<void> {
  const userId = intent.user_id;
  const { instrument } = outcome;
  const instrumentId = instrument
    ? await keepCard(db, {
        userId,
        account: { id: attempt.account_id, provider: attempt.provider },
        instrument,
        makesPrimary: attempt.makes_primary,
        now,
      })
    : attempt.instrument_id;
  await db('payment_attempts').where({ id: attempt.id }).update({
    state: 'succeeded',
    provider_ref: outcome.providerRef,
    taken_minor: outcome.amountMinor,
    taken_currency: outcome.currency,
    instrument_id: instrumentId,
    settled_at: now,
    decline_code: null,
    decline_reason: null,
    is_hard_decline: null,
  });
  const receipt = {
    attemptId: attempt.id,
    provider: attempt.provider,
    userId,
    amountMinor: outcome.amountMinor,
    currency: outcome.currency,
    at: now,
  };
  const isAsAsked = outcome.amountMinor === intent.amount_minor && outcome.currency === intent.currency;
  const reason = isAsAsked ? ((await sold.whyUndeliverable(db, intent, now))?.reason ?? null) : 'amount-differs';
  if (reason !== null) {
    await bookUnapplied(db, receipt);
    // Charged again, it would take the wrong amount again: it waits for somebody's decision.
    if (!isAsAsked && sold.draft === null && intent.state === 'open')
      return settleIntent(db, intent.id, 'held', now, reason);
    await requestRefund(db, {
      attemptId: attempt.id,
      amountMinor: outcome.amountMinor,
      currency: outcome.currency,
      reason,
      now,
    });
    if (intent.state === 'open') await settleIntent(db, intent.id, 'declined', now, reason);
    else await db('payment_intents').where({ id: intent.id }).update({ unapplied_reason: reason });
    return tellPurchase(db, sold, intent, 'declined');
  }
  const transactionId = await bookSale(db, sold.revenue, receipt);
  await settleIntent(db, intent.id, 'succeeded', now);
  await deliver(db, sold, intent, {
    transactionId,
    provider: attempt.provider,
    accountId: attempt.account_id,
    reference: outcome.providerRef,
    now,
  });
}
