import type { TenantDb } from '@backlot/database';
import { bookReversal, findReceipt, tellWallet, walletProvider } from '../../ledger/index.ts';
import { barCard } from '../cards/instrument-rows.ts';
import type { HeldAttempt } from '../intent-rows.ts';
import { makesWhole } from './reversal-rows.ts';
import { sumReversals } from './reversal-sum-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { ReversalRow } from '../tables.ts';
import { tellReversal } from './tell-reversal.ts';

/** Somebody of the staff paid it past the provider. */
export interface ByHand {
  readonly userId: string;
  readonly evidence: string;
}

/**
 * Books money that went back, once, and takes away what the whole of it had paid for (DECISIONS 25). The attempt is held.
 * A part that was refunded takes nothing away, nor does a whole where staff keep it open. A chargeback bars the card.
 * The fan is told by mail, unless it is history (`isPast`) that was brought along.
 */
export async function settleReversal(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  reversal: ReversalRow,
  now: Date,
  byHand: ByHand | null = null,
  isPast = false,
): Promise<void> {
  if (reversal.state === 'succeeded' || reversal.state === 'dropped') return;
  const receipt = await findReceipt(db, attempt.id);
  if (receipt === null) throw new Error(`Attempt ${attempt.id} was reversed before it was booked.`);
  await db('payment_reversals')
    .where({ id: reversal.id })
    .update({
      state: 'succeeded',
      settled_at: now,
      ...(byHand === null ? {} : { settled_by: byHand.userId, evidence: byHand.evidence }),
    });
  await bookReversal(db, {
    id: reversal.id,
    kind: reversal.kind,
    provider: reversal.to_wallet ? walletProvider : byHand === null ? attempt.provider : null,
    userId: intent.user_id,
    amountMinor: reversal.amount_minor,
    currency: reversal.currency,
    feeMinor: reversal.fee_minor,
    at: now,
    reverses: receipt,
  });
  if (reversal.to_wallet) await tellWallet(db, intent.user_id, reversal.currency);
  const isOpen = async () =>
    receipt.kind === 'sale' && ((await sold.stands?.(db, intent, receipt.id, now))?.isOpen ?? false);
  const wasOpen = !isPast && (await isOpen());
  const hasStopped = await takeAway(db, sold, { attempt, intent }, { reversal, receipt, now });
  if (isPast) return;
  const hasClosed = wasOpen && !(await isOpen());
  await tellReversal(db, {
    sold,
    held: { attempt, intent },
    reversal,
    isByHand: byHand !== null,
    hasClosed,
    hasStopped,
  });
}

interface Booked {
  readonly reversal: ReversalRow;
  readonly receipt: { readonly id: string; readonly kind: string };
  readonly now: Date;
}

/** @returns what `withdraw` says */
async function takeAway(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  { reversal, receipt, now }: Booked,
): Promise<boolean> {
  const isWhole = (await sumReversals(db, attempt.id)) >= (attempt.taken_minor ?? 0);
  if (reversal.kind === 'chargeback') await barCard(db, attempt.instrument_id, now);
  else if (!isWhole || reversal.keeps_access) return false;
  // Money that bought nothing gave nothing.
  if (receipt.kind !== 'sale') return false;
  return sold.withdraw(db, intent, { transactionId: receipt.id, kind: reversal.kind, isWhole, now });
}

/**
 * What a reversal stops whose money is not booked. One in the charge's own currency is held only because it and what went
 * back before are more than the whole: what that had paid for is taken away, unless staff had kept it open. Another currency
 * tells nothing of how much it is. A chargeback stops the card and what would be charged again as well.
 */
export async function stopForHeld(
  db: TenantDb,
  sold: Sellable,
  { attempt, intent }: HeldAttempt,
  reversal: Pick<ReversalRow, 'kind' | 'amount_minor' | 'currency'> & { readonly id?: string },
  now: Date,
): Promise<void> {
  const isChargeback = reversal.kind === 'chargeback';
  if (isChargeback) await barCard(db, attempt.instrument_id, now);
  else if (!(await makesWhole(db, attempt, reversal)) || (await isKeptOpen(db, attempt.id))) return;
  const receipt = await findReceipt(db, attempt.id);
  const isWhole = reversal.currency === attempt.taken_currency;
  if (receipt?.kind === 'sale')
    await sold.withdraw(db, intent, { transactionId: receipt.id, kind: reversal.kind, isWhole, now });
}

const isKeptOpen = async (db: TenantDb, attemptId: string): Promise<boolean> =>
  (await db('payment_reversals')
    .where({ attempt_id: attemptId, state: 'succeeded', keeps_access: true })
    .first('id')) !== undefined;
