import type { TableOf, TenantDb } from '@backlot/database';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table, type Sql } from '@backlot/database/sql';
import { sharedPosId } from '@backlot/payments/forumpay/hosts';
import { v7 } from 'uuid';
import type { CryptoAccountRow } from '../account-rows.ts';
import type { CryptoPaymentRow } from '../crypto-rows.ts';

export interface CoinListReadingRow {
  account_id: string;
  next_at: Date;
  /** Where the next page begins. */
  next_offset: number;
  begun_at: Date;
  /** Payments of this walk that could not be read. */
  unreadable: number;
  outcome: 'read' | 'refused' | 'unknown' | null;
  code: string | null;
  /** When the last walk began that came to the end. */
  read_until: Date | null;
}

/** Accepted at the provider, and no payment of ours. */
export interface UnknownCoinsRow {
  id: string;
  account_id: string;
  provider_payment_id: string;
  amount_minor: number;
  currency: string;
  occurred_at: Date;
  explained_at: Date | null;
  explained_by: string | null;
  note: string | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    coin_list_readings: TableOf<CoinListReadingRow>;
    coins_unknown: TableOf<UnknownCoinsRow>;
  }
}

/**
 * Milliseconds that an account's list is walked after the last payment was begun with it: as long as that is looked at.
 */
const walkedMs = 180 * 86_400_000;

/**
 * Whether the list of the account `a` is walked: where payments were begun lately at a point of sale that is the site's
 * own. At the one that all share, other sites' payments would be taken for its.
 */
export const isWalked = (now: Date): Sql => sql`exists (select from ${table('crypto_payments')} own
  where own.account_id = a.id and own.pos_id <> ${sharedPosId}
    and own.started_at > ${new Date(now.getTime() - walkedMs)}::timestamptz)`;

const dueAccounts = (now: Date): Sql => sql`
  ${table('crypto_accounts')} a left join ${table('coin_list_readings')} r on r.account_id = a.id
  where (r.next_at is null or r.next_at <= ${now}) and ${isWalked(now)}`;

/** Whether the list of an account may be asked for now. */
export const isAnyAccountDue = (now: Date): Sql => sql`exists (select from ${dueAccounts(now)})`;

/** Accounts whose list may be asked for now; none on the schema of the version before. Not within a transaction. */
export async function listDueAccounts(db: TenantDb, now: Date): Promise<CryptoAccountRow[]> {
  try {
    return await sql<CryptoAccountRow>`
      select a.* from ${dueAccounts(now)}
      order by r.next_at nulls first, a.id limit 20`.all(db);
  } catch (error) {
    if (isUndefinedTable(error)) return [];
    throw error;
  }
}

/**
 * Takes the turn until `until`, which a process that dies holds it for; null where another has it. A walk that was not
 * brought to its end goes on, any other begins now.
 */
export const takeTurn = (
  db: TenantDb,
  accountId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<CoinListReadingRow | null> =>
  sql<CoinListReadingRow>`
    insert into ${table('coin_list_readings')} as r (account_id, next_at, begun_at) values (${accountId}, ${until}, ${now})
    on conflict (account_id) do update set next_at = excluded.next_at,
      begun_at = case when r.next_offset = 0 then excluded.begun_at else r.begun_at end,
      unreadable = case when r.next_offset = 0 then 0 else r.unreadable end
    where r.next_at <= ${now} returning *`.first(db);

export const updateReading = (
  db: TenantDb,
  accountId: string,
  change: Partial<Omit<CoinListReadingRow, 'account_id'>>,
): Promise<number> => db('coin_list_readings').where({ account_id: accountId }).update(change);

/** Points of sale of its own that the site's payments were begun at. */
export async function listPoints(db: TenantDb, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await db('crypto_payments')
    .where({ account_id: accountId })
    .whereNot('pos_id', sharedPosId)
    .distinct('pos_id');
  return new Set(rows.map((row) => row.pos_id));
}

export const listKnown = (db: TenantDb, providerIds: readonly string[]): Promise<CryptoPaymentRow[]> =>
  db('crypto_payments').whereIn('provider_payment_id', [...providerIds]);

/** Each once; one that came to something else is shown anew, whatever staff said of what it was before. */
export async function keepUnknown(
  db: TenantDb,
  accountId: string,
  coins: ReadonlyArray<Pick<UnknownCoinsRow, 'provider_payment_id' | 'amount_minor' | 'currency' | 'occurred_at'>>,
): Promise<void> {
  if (coins.length === 0) return;
  const rows = coins.map((one) => ({ ...one, id: v7(), occurred_at: one.occurred_at.toISOString() }));
  await sql`
    insert into ${table('coins_unknown')} as k (id, account_id, provider_payment_id, amount_minor, currency, occurred_at)
    select l.id, ${accountId}, l.provider_payment_id, l.amount_minor, l.currency, l.occurred_at
    from jsonb_to_recordset(${sql.json(rows)}) as l (id uuid, provider_payment_id text, amount_minor bigint, currency text,
      occurred_at timestamptz)
    on conflict (account_id, provider_payment_id) do update set amount_minor = excluded.amount_minor,
      currency = excluded.currency, explained_at = null, explained_by = null, note = null
    where (k.amount_minor, k.currency) is distinct from (excluded.amount_minor, excluded.currency)`.run(db);
}

/** Locked until the transaction ends; null also on the schema of the version before. */
export async function lockUnknown(db: TenantDb, id: string): Promise<UnknownCoinsRow | null> {
  try {
    return await db.savepoint(
      async (inner) => (await inner('coins_unknown').where({ id }).forUpdate().first()) ?? null,
    );
  } catch (error) {
    if (isUndefinedTable(error)) return null;
    throw error;
  }
}
