import type { TenantDb } from '@backlot/database';
import { mailLater } from '../../../mail/mail-later.ts';
import { walletProvider } from '../../ledger/index.ts';
import type { HeldAttempt } from '../intent-rows.ts';
import type { Sellable } from '../sellable.ts';
import type { ReversalRow } from '../tables.ts';

interface Told {
  readonly sold: Sellable;
  readonly held: HeldAttempt;
  readonly reversal: ReversalRow;
  readonly isByHand: boolean;
  /** What was bought was open because of the payment, and is not any more. */
  readonly hasClosed: boolean;
  /** Nothing is charged again, and what is paid for otherwise stays open. */
  readonly hasStopped: boolean;
}

/**
 * The mail that tells the fan of money that went back: how much, where to, and what closed because of it. Written down with
 * the booking, so that one reversal is told of once.
 */
export const tellReversal = (
  db: TenantDb,
  { sold, held: { attempt, intent }, reversal, isByHand, hasClosed, hasStopped }: Told,
): Promise<void> => {
  const isChargeback = reversal.kind === 'chargeback';
  const { closed, stopped } = sold.present.takenBack ?? {};
  return mailLater(db, isChargeback ? 'charged-back' : 'refunded', intent.user_id, {
    amountMinor: reversal.amount_minor,
    currency: reversal.currency,
    title: intent.quote.title ?? null,
    to: reversal.to_wallet || attempt.provider === walletProvider ? 'wallet' : isByHand ? 'hand' : 'card',
    // Of a membership that was over or cancelled before, neither is true.
    effect: (hasStopped ? stopped : hasClosed ? closed : undefined) ?? null,
    isCardBarred: isChargeback && attempt.instrument_id !== null ? 1 : 0,
  });
};
