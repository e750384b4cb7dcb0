import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { bookSale, walletChanged, walletProvider } from '../../ledger/index.ts';
import { settleIntent } from '../intent-rows.ts';
import { deliver } from '../settle/deliver.ts';
import type { Sellable } from '../sellable.ts';
import type { IntentRow } from '../tables.ts';
import { openWalletAccount, settlePaid, type PayingWallet } from './wallet-payment-rows.ts';

export interface SettledFromWallet {
  /** As it is now. */
  readonly intent: IntentRow;
  /** What the payment is known by; null where nothing was due. */
  readonly reference: string | null;
}

/**
 * Takes an intent's amount out of the buyer's wallet and gives what was bought. No provider is asked: the attempt is settled
 * as it is written. The buyer is held, and `wallet` was seen to cover the amount; the database refuses what it does not.
 */
export async function settleFromWallet(
  db: TenantDb,
  sold: Sellable,
  intent: IntentRow,
  wallet: PayingWallet,
  now: Date,
): Promise<SettledFromWallet> {
  const { user_id: userId, amount_minor: amountMinor, currency } = intent;
  const accountId = wallet.accountId ?? (await openWalletAccount(db, currency)).id;
  const attemptId = v7();
  const isFree = amountMinor === 0;
  const reference = isFree ? null : attemptId;
  if (isFree) await settleIntent(db, intent.id, 'succeeded', now);
  else await settlePaid(db, intent, { attemptId, accountId, now });
  const receipt = { attemptId, provider: walletProvider, userId, amountMinor, currency, at: now };
  const transactionId = isFree ? null : await bookSale(db, sold.revenue, receipt, sold.earning);
  // The buyer is held: nothing else has moved the wallet since it was looked at.
  const left = { ...wallet, balanceMinor: wallet.balanceMinor - amountMinor };
  await deliver(
    db,
    sold,
    intent,
    { transactionId, provider: walletProvider, accountId, reference, now },
    isFree ? [] : [walletChanged(userId, currency, left)],
  );
  return { intent: { ...intent, state: 'succeeded', settled_at: now }, reference };
}
