import type { TenantDb } from '@backlot/database';
import type { Succeeded } from '@backlot/payments';
import { bookSale, bookUnapplied } from '../../ledger/index.ts';
import { keepCard } from '../cards/instrument-rows.ts';
import { settleIntent, settlingIntent, type HeldAttempt } from '../intent-rows.ts';
import { isLateBeyondLimit, type Limiting } from '../pay/purchase-limit.ts';
import { lookBackTo } from '../reconciliation/reversal-look-rows.ts';
import type { Sellable } from '../sellable.ts';
import { cardConsentFor } from '../stored-quote.ts';
import { openStates } from '../tables.ts';
import { deliver, tellPurchase } from './deliver.ts';
import { lookAgain, type Delivery } from './look-again.ts';
import { endOrphanedSeries } from './orphaned-series.ts';
import { requestRefund } from './reversal-rows.ts';
import { closeOtherWays, listOtherWays, paidAnotherWay, setApart, type OtherWay } from './set-apart.ts';
import { takeMoney } from './taken-rows.ts';
import { retryUnapplied } from './unapplied.ts';

/**
 * Money was taken: books it, delivers what it bought, or gives it back when it can buy nothing (any more).
 * @returns null where it did not deliver
 */
export async function settleSucceeded(
  db: TenantDb,
  sold: Sellable,
  asked: HeldAttempt,
  outcome: Succeeded,
  now: Date,
  limiting: Limiting | null,
): Promise<Delivery | null> {
  const otherWays = await listOtherWays(db, asked);
  const { look, reason, mayBeHeld } = await lookAtMoney(db, sold, asked, { outcome, otherWays, now, limiting });
  const isApart = reason !== null && otherWays.length > 0;
  const held = isApart ? await setApart(db, asked, reason, now) : asked;
  const { attempt, intent } = held;
  const instrumentId = await takeCharge(db, held, outcome, now);
  const { unendedSeriesRef: seriesRef } = outcome;
  if (seriesRef !== undefined) await endOrphanedSeries(db, attempt, { seriesRef, nextAt: null }, now);
  const receipt = {
    attemptId: attempt.id,
    provider: attempt.provider,
    userId: intent.user_id,
    amountMinor: outcome.amountMinor,
    currency: outcome.currency,
    at: now,
  };
  if (reason !== null) {
    await bookUnapplied(db, receipt);
    await endOrphanedSeries(db, attempt, outcome.series, now);
    // Charged again, it would take the wrong amount again: it waits for somebody's decision.
    if (mayBeHeld && reason === 'amount-differs') {
      await settleIntent(db, intent.id, 'held', now, reason);
      return null;
    }
    await requestRefund(db, {
      attemptId: attempt.id,
      amountMinor: outcome.amountMinor,
      currency: outcome.currency,
      reason,
      now,
    });
    if (isApart) return endUnlessTried(db, sold, asked, otherWays, now);
    if (intent.state === 'open') {
      await settleIntent(db, intent.id, 'declined', now, reason);
      if (reason === 'amount-differs' || reason === 'terms-differ') await sold.abandoned?.(db, intent, now);
    } else await db('payment_intents').where({ id: intent.id }).update({ unapplied_reason: reason, settled_at: now });
    await tellPurchase(db, sold, intent, 'declined', { goesBack: true });
    return null;
  }
  const transactionId = await bookSale(db, sold.revenue, receipt, sold.earning, (condition) =>
    settlingIntent(intent.id, 'succeeded', now, null, condition),
  );
  await deliver(db, sold, intent, {
    transactionId,
    provider: attempt.provider,
    accountId: attempt.account_id,
    reference: outcome.providerRef,
    instrumentId,
    series: outcome.series,
    sentAt: attempt.ready_at ?? undefined,
    now,
  });
  await closeOtherWays(db, otherWays);
  return { standing: look?.standing ?? null };
}

interface MoneyHere {
  readonly outcome: Succeeded;
  readonly otherWays: readonly OtherWay[];
  readonly now: Date;
  readonly limiting: Limiting | null;
}

/** What keeps money from buying what it was asked for; null where nothing does. `mayBeHeld`: until staff have decided. */
async function lookAtMoney(
  db: TenantDb,
  sold: Sellable,
  { intent }: HeldAttempt,
  { outcome, otherWays, now, limiting }: MoneyHere,
): Promise<{
  readonly look: Awaited<ReturnType<typeof lookAgain>> | null;
  readonly reason: string | null;
  readonly mayBeHeld: boolean;
}> {
  const isAsAsked = outcome.amountMinor === intent.amount_minor && outcome.currency === intent.currency;
  // Staff decide about another amount only where it can still buy something.
  const mayBeHeld = !isAsAsked && sold.draft === null && intent.state === 'open';
  if (otherWays.some(({ state }) => state === 'succeeded')) return { look: null, reason: paidAnotherWay, mayBeHeld };
  if (isAsAsked && outcome.onOtherTerms) return { look: null, reason: 'terms-differ', mayBeHeld };
  const look = isAsAsked || mayBeHeld ? await lookAgain(db, sold, intent, now) : null;
  const undeliverable = look?.undeliverable?.reason ?? (isAsAsked ? undefined : 'amount-differs');
  const isLate = async () => limiting !== null && (await isLateBeyondLimit(db, limiting, intent, now));
  return { look, reason: undeliverable ?? ((await isLate()) ? 'cancelled-meanwhile' : null), mayBeHeld };
}

/** Takes the money, keeps its card, and applies what was told of it before. @returns the card that it came from */
async function takeCharge(
  db: TenantDb,
  { attempt, intent }: HeldAttempt,
  outcome: Succeeded,
  now: Date,
): Promise<string | null> {
  const { instrument } = outcome;
  const instrumentId = instrument
    ? await keepCard(db, {
        userId: intent.user_id,
        account: { id: attempt.account_id, provider: attempt.provider },
        instrument,
        makesPrimary: attempt.makes_primary,
        consent: cardConsentFor(intent.quote, attempt.provider),
        keptAt: 'checkout',
        now,
      })
    : attempt.instrument_id;
  const waiting = await takeMoney(db, attempt, outcome, instrumentId, now);
  await lookBackTo(db, attempt, now);
  await retryUnapplied(db, waiting, {
    accountId: attempt.account_id,
    reference: attempt.id,
    providerRef: outcome.providerRef,
  });
  return instrumentId;
}

/** The purchase itself came to nothing where none of its other ways is still under way or has paid for it. */
async function endUnlessTried(
  db: TenantDb,
  sold: Sellable,
  { intent }: HeldAttempt,
  otherWays: MoneyHere['otherWays'],
  now: Date,
): Promise<null> {
  if (intent.state !== 'open' || otherWays.some(({ state }) => openStates.includes(state))) return null;
  await settleIntent(db, intent.id, 'declined', now);
  await tellPurchase(db, sold, intent, 'declined', { goesBack: true });
  return null;
}
