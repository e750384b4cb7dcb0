import type { TenantDb } from '@backlot/database';
import {
  postTransaction,
  postTransactions,
  type AccountName,
  type BookedReceipt,
  type Entry,
  type NewTransaction,
  type With,
} from './ledger-rows.ts';
import type { RevenueAccount } from './chart.ts';
import { takeDeferred } from './deferred/defer-sale.ts';
import { creditOf } from './wallet/credit-wallet.ts';
import { walletOf } from './wallet/wallet-rows.ts';
import { addingToTotals, addToTotals } from './user-totals.ts';

/** Money that a provider took for an attempt of ours, or that came from the buyer's wallet (`walletProvider`). */
export interface Receipt {
  readonly attemptId: string;
  readonly provider: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly at: Date;
}

/** In place of a provider: it was paid from the fan's wallet, or goes back into it. */
export const walletProvider = 'wallet';

const heldBy = (provider: string): AccountName =>
  provider === walletProvider ? { kind: 'fan_wallet' } : { kind: 'provider_clearing', detail: provider };

/** How what is sold becomes revenue: at once, or over the time that it is for (`deferSale`). */
export type Earning = 'at-once' | 'over-time';

/** What was bought was delivered. `also` is written in the same statement. */
export async function bookSale(
  db: TenantDb,
  revenue: RevenueAccount,
  receipt: Receipt,
  earning: Earning = 'at-once',
  ...also: readonly [] | readonly [With]
): Promise<string> {
  return bookReceipt(db, 'sale', creditedBy(revenue, earning), receipt, ...also);
}

const creditedBy = (revenue: RevenueAccount, earning: Earning): AccountName =>
  earning === 'over-time' ? { kind: 'deferred_revenue', detail: revenue } : { kind: revenue };

/** Money came that buys nothing (any more): owed back until it is refunded. */
export async function bookUnapplied(db: TenantDb, receipt: Receipt): Promise<string> {
  return bookReceipt(db, 'unapplied', { kind: 'unapplied_receipts' }, receipt);
}

async function bookReceipt(
  db: TenantDb,
  kind: 'sale' | 'unapplied',
  credit: AccountName,
  receipt: Receipt,
  ...also: readonly [] | readonly [With]
): Promise<string> {
  return postTransaction(db, receiptTransaction(kind, credit, receipt), spentBy([receipt]), ...also);
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
    { account: heldBy(provider), amountMinor },
    { account: credit, amountMinor: -amountMinor },
  ],
});

export interface Sale extends Receipt {
  readonly revenue: RevenueAccount;
  readonly earning: Earning;
}

/** Many sales in one go. @returns the transactions' ids in the order of the sales */
export async function bookSales(db: TenantDb, sales: readonly Sale[]): Promise<string[]> {
  return postTransactions(
    db,
    sales.map(({ revenue, earning, ...receipt }) => receiptTransaction('sale', creditedBy(revenue, earning), receipt)),
    spentBy(sales),
  );
}

/** The fans' totals follow what they paid. */
const spentBy =
  (receipts: readonly Receipt[]): With =>
  (condition) =>
    addingToTotals(
      receipts.map(({ userId, currency, amountMinor }) => ({ userId, currency, spent_minor: amountMinor })),
      condition,
    );

/** Money that had bought nothing pays for it after all: staff accepted what came. @returns the transaction that owns what it paid for */
export const bookAccepted = (
  db: TenantDb,
  revenue: RevenueAccount,
  { attemptId, userId, amountMinor, currency, at }: Omit<Receipt, 'provider'>,
  earning: Earning = 'at-once',
): Promise<string> =>
  postTransaction(db, {
    kind: 'sale',
    cause: { type: 'attempt', id: attemptId },
    userId,
    currency,
    at,
    entries: [
      { account: { kind: 'unapplied_receipts' }, amountMinor },
      { account: creditedBy(revenue, earning), amountMinor: -amountMinor },
    ],
  });

/** Money that went back, by a provider or by hand. */
export interface Reversal {
  readonly id: string;
  readonly kind: 'refund' | 'chargeback';
  /** `walletProvider` when it goes into the wallet; null when it was paid past the provider. */
  readonly provider: string | null;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** What the chargeback costs besides (DECISIONS 25). */
  readonly feeMinor: number;
  readonly at: Date;
  /** The transaction that booked the money, and the account that it credited. */
  readonly reverses: Pick<BookedReceipt, 'id' | 'credited' | 'creditedDetail'>;
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
      ...(await givers(db, reversal)),
      ...(feeMinor > 0 ? [{ account: { kind: 'chargeback_fees' } as const, amountMinor: feeMinor }] : []),
      ...(await takers(db, reversal)),
    ],
  });
}

/** Whose money goes back: what was not earned yet, then a contra account of the revenue, or what nobody had applied. */
async function givers(db: TenantDb, { kind, reverses, amountMinor, at }: Reversal): Promise<Entry[]> {
  const { credited, creditedDetail } = reverses;
  const revenue = revenueOf(reverses);
  if (revenue === null) return [{ account: { kind: credited }, amountMinor }];
  const deferred = credited === 'deferred_revenue' ? await takeDeferred(db, reverses.id, amountMinor, at) : 0;
  const earned = amountMinor - deferred;
  const contra = kind === 'refund' ? 'refunds' : 'chargebacks';
  return [
    ...(deferred > 0 ? [{ account: { kind: credited, detail: creditedDetail }, amountMinor: deferred }] : []),
    ...(earned > 0 ? [{ account: { kind: contra, detail: revenue } as const, amountMinor: earned }] : []),
  ];
}

/** The revenue that a receipt is or becomes; null for money that bought nothing. */
export const revenueOf = ({ credited, creditedDetail }: Reversal['reverses']): string | null => {
  if (credited === 'deferred_revenue') return creditedDetail;
  return credited.endsWith('_revenue') ? credited : null;
};

/** Where the money goes. */
async function takers(db: TenantDb, { provider, userId, currency, amountMinor, feeMinor }: Reversal): Promise<Entry[]> {
  if (provider === walletProvider) return creditOf(await walletOf(db, userId, currency), amountMinor);
  const account: AccountName = provider === null ? { kind: 'paid_by_hand' } : heldBy(provider);
  return [{ account, amountMinor: -(amountMinor + feeMinor) }];
}
