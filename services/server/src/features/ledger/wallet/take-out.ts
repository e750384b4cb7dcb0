import type { TenantDb } from '@backlot/database';
import { postTransaction, type AccountName, type Entry } from '../ledger-rows.ts';
import { tellWallet } from './credit-wallet.ts';
import { walletOf } from './wallet-rows.ts';

export interface TakenOut {
  /** Of the row that says who took it out and why; booked once. */
  readonly id: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Who paid it out of what it held for the site; null where it was paid past every provider. */
  readonly provider: string | null;
  readonly at: Date;
}

/**
 * Money of a fan's wallet that went back to the fan: what is left of it leaves the wallet, and what was spent is owed by the
 * fan, as of money that a bank took back. The fan is held.
 * @returns minor units that are owed for it
 */
export async function takeOut(db: TenantDb, taken: TakenOut): Promise<number> {
  const { id, userId, amountMinor, currency, provider, at } = taken;
  const { balanceMinor } = await walletOf(db, userId, currency);
  const left = Math.min(balanceMinor, amountMinor);
  const spent = amountMinor - left;
  const from: AccountName =
    provider === null ? { kind: 'paid_by_hand' } : { kind: 'provider_clearing', detail: provider };
  const entries: Entry[] = [
    ...(left > 0 ? [{ account: { kind: 'fan_wallet' } as const, amountMinor: left }] : []),
    ...(spent > 0 ? [{ account: { kind: 'owed_by_fan' } as const, amountMinor: spent }] : []),
    { account: from, amountMinor: -amountMinor },
  ];
  await postTransaction(db, {
    kind: 'wallet_taken_out',
    cause: { type: 'wallet_take_out', id },
    userId,
    currency,
    at,
    entries,
  });
  await tellWallet(db, userId, currency);
  return spent;
}
