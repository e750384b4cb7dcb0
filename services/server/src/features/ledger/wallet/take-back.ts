import type { TenantDb } from '@backlot/database';
import { postTransaction, type Entry } from '../ledger-rows.ts';
import { addToTotals } from '../user-totals.ts';
import { tellWallet } from './credit-wallet.ts';
import { walletOf } from './wallet-rows.ts';

export interface TakenBack {
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Of what the refund had been paid from: its revenue; null for money that had bought nothing. */
  readonly revenue: string | null;
  /** The chargeback by which a bank took back what had been refunded to the wallet. */
  readonly reversalId: string;
  readonly at: Date;
}

/**
 * Undoes a refund to the wallet: what is left of it in the wallet leaves it, and what was spent is owed by the fan. The fan
 * is held.
 */
export async function takeBackRefund(
  db: TenantDb,
  { userId, amountMinor, currency, revenue, reversalId, at }: TakenBack,
) {
  const { balanceMinor } = await walletOf(db, userId, currency);
  const left = Math.min(balanceMinor, amountMinor);
  const spent = amountMinor - left;
  const entries: Entry[] = [
    ...(left > 0 ? [{ account: { kind: 'fan_wallet' } as const, amountMinor: left }] : []),
    ...(spent > 0 ? [{ account: { kind: 'owed_by_fan' } as const, amountMinor: spent }] : []),
    {
      account: revenue === null ? { kind: 'unapplied_receipts' } : { kind: 'refunds', detail: revenue },
      amountMinor: -amountMinor,
    },
  ];
  await addToTotals(db, userId, currency, { refunded_minor: -amountMinor });
  await postTransaction(db, {
    kind: 'wallet_taken_back',
    cause: { type: 'reversal', id: reversalId },
    userId,
    currency,
    at,
    entries,
  });
  await tellWallet(db, userId, currency);
}
