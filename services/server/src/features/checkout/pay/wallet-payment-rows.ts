import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { walletProvider, walletRow, type Wallet } from '../../ledger/index.ts';
import type { IntentRow } from '../tables.ts';

/** A fan's wallet, and the account that stands for it; null where nobody has paid from one, or nobody has looked. */
export interface PayingWallet extends Wallet {
  readonly accountId: string | null;
}

export const payingWalletOf = (db: TenantDb, userId: string, currency: string): Promise<PayingWallet> =>
  sql<PayingWallet>`
    select w.*, (select a.id from ${activeAccount(currency)} a) as "accountId" from (${walletRow(userId, currency)}) w`
    .prepared()
    .one(db);

const activeAccount = (currency: string): Sql<{ id: string }> => sql`(
  select id from ${table('provider_accounts')} where provider = ${walletProvider} and currency = ${currency} and state = 'active'
)`;

/** What stands for the wallet where payments and memberships name the account that they are charged by. */
export async function openWalletAccount(db: TenantDb, currency: string): Promise<{ readonly id: string }> {
  const account = sql<{ id: string }>`select id from ${activeAccount(currency)} a`.prepared();
  const found = await account.first(db);
  if (found) return found;
  await db('provider_accounts')
    .insert({ id: v7(), provider: walletProvider, currency, state: 'active' })
    .onConflict()
    .ignore();
  return account.one(db);
}

/** The attempt, and the intent that it settles, in one statement. */
export const settlePaid = (
  db: TenantDb,
  { id, amount_minor: amountMinor, currency }: IntentRow,
  { attemptId, accountId, now }: { readonly attemptId: string; readonly accountId: string; readonly now: Date },
): Promise<number> =>
  sql`
    with attempt as (
      insert into ${table('payment_attempts')}
        (id, intent_id, account_id, provider, state, provider_ref, taken_minor, taken_currency, makes_primary, settled_at)
      values (${attemptId}, ${id}, ${accountId}, ${walletProvider}, 'succeeded', ${attemptId}::text, ${amountMinor}, ${currency},
        false, ${now})
    )
    update ${table('payment_intents')} set state = 'succeeded', settled_at = ${now}, unapplied_reason = null where id = ${id}`
    .prepared()
    .run(db);
