import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import { bookSale, tellWallet, walletProvider } from '../../ledger/index.ts';
import { settleIntent } from '../intent-rows.ts';
import { deliver } from '../settle/deliver.ts';
import type { Sellable } from '../sellable.ts';
import type { AccountRow, IntentRow } from '../tables.ts';

/** What stands for the wallet where payments and memberships name the account that they are charged by. */
export async function openWalletAccount(db: TenantDb, currency: string): Promise<AccountRow> {
  const known = { provider: walletProvider, currency, state: 'active' as const };
  const found = await db('provider_accounts').where(known).first();
  if (found) return found;
  await db('provider_accounts')
    .insert({ id: v7(), ...known })
    .onConflict()
    .ignore();
  return (await db('provider_accounts').where(known).first())!;
}

/**
 * Takes an intent's amount out of the buyer's wallet and gives what was bought. No provider is asked: the attempt is settled
 * as it is written. The buyer is held, and the wallet was seen to cover the amount; the database refuses what it does not.
 */
export async function settleFromWallet(db: TenantDb, sold: Sellable, intent: IntentRow, now: Date): Promise<void> {
  const { user_id: userId, amount_minor: amountMinor, currency } = intent;
  const account = await openWalletAccount(db, currency);
  const attemptId = v7();
  const isFree = amountMinor === 0;
  if (!isFree)
    await db('payment_attempts').insert({
      id: attemptId,
      intent_id: intent.id,
      account_id: account.id,
      provider: walletProvider,
      state: 'succeeded',
      provider_ref: attemptId,
      taken_minor: amountMinor,
      taken_currency: currency,
      makes_primary: false,
      settled_at: now,
    });
  const receipt = { attemptId, provider: walletProvider, userId, amountMinor, currency, at: now };
  const transactionId = isFree ? null : await bookSale(db, sold.revenue, receipt, sold.earning);
  await settleIntent(db, intent.id, 'succeeded', now);
  await deliver(db, sold, intent, {
    transactionId,
    provider: walletProvider,
    accountId: account.id,
    reference: isFree ? null : attemptId,
    now,
  });
  if (!isFree) await tellWallet(db, userId, currency);
}
