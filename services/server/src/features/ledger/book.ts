import type { TenantDb } from '@backlot/database';
import {
  postTransaction,
  postTransactions,
  type AccountName,
  type BookedReceipt,
  type NewTransaction,
} from './ledger-rows.ts';
import type { RevenueAccount } from './tables.ts';
import { addAllToTotals, addToTotals } from './user-totals.ts';

/** Money that a provider took for an attempt of ours. */
export interface Receipt {
  readonly attemptId: string;
  readonly provider: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Date;
}

const clearing = (provider: string): AccountName => ({ kind: 'provider_clearing', detail: provider });

/** What was bought was delivered: revenue. */
export async function bookSale(db: TenantDb, revenue: RevenueAccount, receipt: Receipt): Promise<string> {
  return bookReceipt(db, 'sale', { kind: revenue }, receipt);
}

/** Money came that buys nothing (any more): owed back until it is refunded. */
export async function bookUnapplied(db: TenantDb, receipt: Receipt): Promise<string> {
  return bookReceipt(db, 'unapplied', { kind: 'unapplied_receipts' }, receipt);
}

async function bookReceipt(
  db: TenantDb,
  kind: 'sale' | 'unapplied',
  credit: AccountName,
  receipt: Receipt,
): Promise<string> {
  await addToTotals(db, receipt.userId, receipt.currency, { spent_minor: receipt.amountMinor });
  return postTransaction(db, receiptTransaction(kind, credit, receipt));
}

const receiptTransaction = (
  kind: 'sale' | 'unapplied',
  credit: AccountName,
  { attemptId, provider, userId, amountMinor, currency, at }: Receipt,
): NewTransaction => ({
  kind,
  cause: { type: 'attempt', id: attemptId },
  userId,
  currency,
  at,
  entries: [
    { account: clearing(provider), amountMinor },
    { account: credit, amountMinor: -amountMinor },
  ],
});

export interface Sale extends Receipt {
  readonly revenue: RevenueAccount;
}

/** Many sales in one go. @returns the transactions' ids in the order of the sales */
export async function bookSales(db: TenantDb, sales: readonly Sale[]): Promise<string[]> {
  await addAllToTotals(
    db,
    sales.map(({ userId, currency, amountMinor }) => ({ userId, currency, spent_minor: amountMinor })),
  );
  return postTransactions(
    db,
    sales.map(({ revenue, ...receipt }) => receiptTransaction('sale', { kind: revenue }, receipt)),
  );
}

/** Money that had bought nothing pays for it after all: staff accepted what came. @returns the transaction that owns what it paid for */
export const bookAccepted = (
  db: TenantDb,
  revenue: RevenueAccount,
  { attemptId, userId, amountMinor, currency, at }: Omit<Receipt, 'provider'>,
): Promise<string> =>
  postTransaction(db, {
    kind: 'sale',
    cause: { type: 'attempt', id: attemptId },
    userId,
    currency,
    at,
    entries: [
      { account: { kind: 'unapplied_receipts' }, amountMinor },
      { account: { kind: revenue }, amountMinor: -amountMinor },
    ],
  });

/** Money that went back, by a provider or by hand. */
export interface Reversal {
  readonly id: string;
  readonly kind: 'refund' | 'chargeback';
  /** Null when it was paid past the provider. */
  readonly provider: string | null;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** What the chargeback costs besides (DECISIONS 25). */
  readonly feeMinor: number;
  readonly at: Date;
  /** The transaction that booked the money, and the account that it credited. */
  readonly reverses: Pick<BookedReceipt, 'id' | 'credited'>;
}

export async function bookReversal(db: TenantDb, reversal: Reversal): Promise<string> {
  const { kind, userId, currency, amountMinor, feeMinor } = reversal;
  await addToTotals(
    db,
    userId,
    currency,
    kind === 'refund'
      ? { refunded_minor: amountMinor }
      : { charged_back_minor: amountMinor, chargeback_fees_minor: feeMinor, chargebacks: 1 },
  );
  return postTransaction(db, {
    kind,
    cause: { type: 'reversal', id: reversal.id },
    reversesId: reversal.reverses.id,
    userId,
    currency,
    at: reversal.at,
    entries: [
      { account: { kind: reversal.reverses.credited }, amountMinor },
      ...(feeMinor > 0 ? [{ account: { kind: 'chargeback_fees' } as const, amountMinor: feeMinor }] : []),
      {
        account: reversal.provider === null ? { kind: 'paid_by_hand' } : clearing(reversal.provider),
        amountMinor: -(amountMinor + feeMinor),
      },
    ],
  });
}
