import type { TenantDb } from '@backlot/database';
import { v7 } from 'uuid';
import type { AppContext } from '../../../context.ts';
import { walletOf, walletProvider, type Wallet } from '../../ledger/index.ts';
import { insertIntent, intendedOf } from '../intent-rows.ts';
import { findAccount } from '../provider-accounts/account-rows.ts';
import type { StoredCharge } from './open-stored-charge.ts';
import { settleFromWallet } from './wallet-payment.ts';

/**
 * What the site charges by itself, where it is paid from the wallet: at once, in this transaction. The buyer is held.
 * @returns null where another account than the wallet is charged; `nothing` when it is paid already or can't be delivered
 */
export async function chargeWallet(
  ctx: AppContext,
  db: TenantDb,
  kind: string,
  { userId, accountId, draft, now }: StoredCharge,
): Promise<'paid' | 'wallet-low' | 'nothing' | null> {
  const wallet = await findChargedWallet(db, userId, accountId);
  if (wallet === null) return null;
  const sold = ctx.sells.get(kind);
  if (await sold.whyUndeliverable(db, intendedOf(userId, draft), now)) return 'nothing';
  if (wallet.balanceMinor < draft.amountMinor) return 'wallet-low';
  const intent = await insertIntent(db, kind, draft, {
    user_id: userId,
    idempotency_key: `${kind}-${v7()}`,
    request_hash: '',
    created_at: now,
  });
  if (intent === null) return 'nothing';
  await settleFromWallet(db, sold, intent, { ...wallet, accountId: null }, now);
  return 'paid';
}

/** The fan's wallet where that is what an account stands for; null for a provider's account. */
export async function findChargedWallet(
  db: TenantDb,
  userId: string,
  accountId: string | null,
): Promise<Wallet | null> {
  const account = accountId === null ? null : await findAccount(db, accountId);
  return account?.provider === walletProvider ? walletOf(db, userId, account.currency) : null;
}
