import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';

/** What a fan has on a site, in minor units of the currency that was asked about. */
export interface Wallet {
  readonly balanceMinor: number;
  /** Spent, and taken back by a bank since; while it is above zero the balance is zero. */
  readonly owedMinor: number;
}

/** Also for a fan who never had any. The row is the books': it follows the entries in their transaction. */
export async function walletOf(db: TenantDb, userId: string, currency: string): Promise<Wallet> {
  return walletRow(userId, currency).prepared().one(db);
}

/** The same, to be joined in another feature's statement: always one row. */
export const walletRow = (userId: string, currency: string): Sql<Wallet> => sql<Wallet>`
  select coalesce(sum(balance_minor), 0)::bigint as "balanceMinor", coalesce(sum(owed_minor), 0)::bigint as "owedMinor"
  from ${table('fan_wallets')} where user_id = ${userId} and currency = ${currency}`;

/** What is in everybody's, to be joined in another feature's statement. */
export const walletsOfAll = sql<{ user_id: string; currency: string; balance_minor: number }>`(
  select user_id, currency, balance_minor from ${table('fan_wallets')}
)`;

/** Fans who owe, to be joined in another feature's statement. A partial index holds these alone. */
export const owingFans = sql<{ user_id: string; currency: string; owed_minor: number; owed_since: Date }>`(
  select user_id, currency, owed_minor, owed_since from ${table('fan_wallets')} where owed_minor > 0
)`;

export async function countDebtors(db: TenantDb): Promise<number> {
  const { count } = await sql<{ count: number }>`select count(*)::int as count from ${owingFans} o`.one(db);
  return count;
}

/** What a fan has, or owes, in other currencies than this one. */
export const otherWallets = (
  db: TenantDb,
  userId: string,
  currency: string,
): Promise<Array<Wallet & { readonly currency: string }>> =>
  sql<Wallet & { readonly currency: string }>`
    select currency, balance_minor as "balanceMinor", owed_minor as "owedMinor" from ${table('fan_wallets')}
    where user_id = ${userId} and currency <> ${currency} and (balance_minor > 0 or owed_minor > 0) order by currency`.all(
    db,
  );

/** Of the wallets that this fan ever had. */
export const walletCurrencies = async (db: TenantDb, userId: string): Promise<string[]> =>
  (await db('fan_wallets').where({ user_id: userId }).orderBy('currency').select('currency')).map(
    ({ currency }) => currency,
  );
