import type { TenantDb } from '@backlot/database';
import { revenueOf } from './book.ts';
import { findBooked, postTransaction, type BookedReceipt } from './ledger-rows.ts';
import { addToTotals } from './user-totals.ts';

/** A chargeback whose money the bank paid back. */
export interface Won {
  /** The chargeback's. */
  readonly reversalId: string;
  readonly provider: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** What of the chargeback's fee came back as well. */
  readonly feeMinor: number;
  readonly at: Date;
  /** The transaction that had booked the payment. */
  readonly receipt: Pick<BookedReceipt, 'id' | 'credited' | 'creditedDetail'>;
}

/**
 * The provider owes the money again. All of it is earned, also where a part was not when it went back: nothing is delivered
 * for it any more. Of money that had bought nothing it is owed back again. The fan's chargebacks stay counted, and their fee
 * stays unless it came back (DECISIONS 25).
 * @throws the violation of `one_transaction_a_cause` when it was booked before
 */
export async function bookWon(db: TenantDb, won: Won): Promise<void> {
  const { reversalId, provider, userId, amountMinor, currency, feeMinor, at, receipt } = won;
  const cause = { type: 'reversal', id: reversalId } as const;
  const revenue = revenueOf(receipt);
  await addToTotals(db, userId, currency, { charged_back_minor: -amountMinor, chargeback_fees_minor: -feeMinor });
  await postTransaction(db, {
    kind: 'chargeback_won',
    cause,
    reversesId: (await findBooked(db, cause)).get('chargeback')?.id ?? null,
    userId,
    currency,
    at,
    entries: [
      { account: { kind: 'provider_clearing', detail: provider }, amountMinor: amountMinor + feeMinor },
      {
        account: revenue === null ? { kind: 'unapplied_receipts' } : { kind: 'chargebacks', detail: revenue },
        amountMinor: -amountMinor,
      },
      ...(feeMinor > 0 ? [{ account: { kind: 'chargeback_fees' } as const, amountMinor: -feeMinor }] : []),
    ],
  });
}
