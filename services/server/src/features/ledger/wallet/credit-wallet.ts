import type { TenantDb } from '@backlot/database';
import { toWire } from '@backlot/domain/money/money';
import { appendAll, type EventToAppend } from '../../../jobs/append.ts';
import { lockBuyer } from '../entitlements.ts';
import { hasCause, postTransaction, type Entry } from '../ledger-rows.ts';
import type { CauseType } from '../chart.ts';
import { walletOf, type Wallet } from './wallet-rows.ts';

export interface WalletCredit {
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** What the money came by: a row of the caller's, whose id is booked once. */
  readonly cause: { readonly type: CauseType; readonly id: string };
  /** Who holds the money until it is paid out to the site. */
  readonly provider: string;
  readonly at: Date;
}

/**
 * Puts money that a provider received into a fan's wallet, in the caller's transaction, once a cause. What the fan owes is
 * paid from it first. Open pages of the fan learn of it (`WALLET_CHANGED`). Holds the fan (`lockBuyer`): call it before
 * rows are locked.
 * @returns the wallet as it is now; `isNew` is false when this cause was booked before, and nothing was changed
 */
export async function creditWallet(db: TenantDb, credit: WalletCredit): Promise<Wallet & { readonly isNew: boolean }> {
  const { userId, amountMinor, currency, cause, provider, at } = credit;
  await lockBuyer(db, userId);
  if (await hasCause(db, 'wallet_credit', cause)) return { ...(await walletOf(db, userId, currency)), isNew: false };
  await postTransaction(db, {
    kind: 'wallet_credit',
    cause,
    userId,
    currency,
    at,
    entries: [
      { account: { kind: 'provider_clearing', detail: provider }, amountMinor },
      ...creditOf(await walletOf(db, userId, currency), amountMinor),
    ],
  });
  return { ...(await tellWallet(db, userId, currency)), isNew: true };
}

/** The entries by which money comes to a fan: what is owed is paid first, the rest can be spent. The fan is held. */
export function creditOf({ owedMinor }: Wallet, amountMinor: number): Entry[] {
  const paid = Math.min(owedMinor, amountMinor);
  const rest = amountMinor - paid;
  return [
    ...(paid > 0 ? [{ account: { kind: 'owed_by_fan' } as const, amountMinor: -paid }] : []),
    ...(rest > 0 ? [{ account: { kind: 'fan_wallet' } as const, amountMinor: -rest }] : []),
  ];
}

/** Open pages of the fan learn what is in the wallet now. */
export async function tellWallet(db: TenantDb, userId: string, currency: string): Promise<Wallet> {
  const wallet = await walletOf(db, userId, currency);
  await appendAll(db, [walletChanged(userId, currency, wallet)]);
  return wallet;
}

/** What tells them. */
export const walletChanged = (
  userId: string,
  currency: string,
  { balanceMinor, owedMinor }: Wallet,
): EventToAppend => ({
  to: `user:${userId}`,
  event: 'WALLET_CHANGED',
  payload: { walletAmount: toWire(balanceMinor), walletOwed: toWire(owedMinor), currency },
});
