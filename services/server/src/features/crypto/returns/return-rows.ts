import type { TableOf, TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import type { CryptoPaymentRow } from '../crypto-rows.ts';

/** Coins as text. */
export interface CoinReturnRow {
  id: string;
  payment_id: string;
  refund_coins: string;
  opened_coins: string;
  status: string;
  noticed_at: Date;
  /** Of the wallet, for it. */
  taken_out_minor: number;
  settled_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    coin_returns: TableOf<CoinReturnRow>;
  }
}

/** False on the schema of the version before. Not within a transaction. */
export async function keepsReturns(db: TenantDb): Promise<boolean> {
  try {
    await db('coin_returns').first('id');
    return true;
  } catch (error) {
    if (isUndefinedTable(error)) return false;
    throw error;
  }
}

/** Payments whose turn it is, who waits longest first. */
export const listToAsk = (db: TenantDb, now: Date, limit: number): Promise<CryptoPaymentRow[]> =>
  sql<CryptoPaymentRow>`
    select * from ${table('crypto_payments')} where next_return_look_at <= ${now}
    order by next_return_look_at, id limit ${limit}`.all(db);

/** The newest that is known of a payment. */
export const findLastReturn = async (db: TenantDb, paymentId: string): Promise<CoinReturnRow | null> =>
  (await db('coin_returns')
    .where({ payment_id: paymentId })
    .orderBy([
      { column: 'noticed_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first()) ?? null;

export const lockReturn = async (db: TenantDb, id: string): Promise<CoinReturnRow | null> =>
  (await db('coin_returns').where({ id }).forUpdate().first()) ?? null;

/** Returns that nobody has settled. A partial index holds these alone; 0 on the schema of the version before. */
export async function countReturns(db: TenantDb): Promise<number> {
  try {
    const { count } = await sql<{ count: number }>`
      select count(*)::int as count from ${table('coin_returns')} where settled_at is null`.one(db);
    return count;
  } catch (error) {
    if (isUndefinedTable(error)) return 0;
    throw error;
  }
}

export const findReturn = async (db: TenantDb, id: string): Promise<CoinReturnRow | null> =>
  (await db('coin_returns').where({ id }).first()) ?? null;

/** Minor units that were taken out of the wallet for a payment. */
export const takenOutOf = async (db: TenantDb, paymentId: string): Promise<number> =>
  (
    await sql<{ minor: number }>`
      select coalesce(sum(taken_out_minor), 0)::bigint as minor from ${table('coin_returns')}
      where payment_id = ${paymentId}`.one(db)
  ).minor;
