import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { unsummed } from '../../ledger/index.ts';
import { what, type EntryRow, type NamedAccount } from './entry-rows.ts';

export interface EntriesAsked {
  readonly from: Date;
  readonly to: Date;
  /** Of one movement alone. */
  readonly kind: string | null;
  readonly what: string | null;
}

/** The last entry of the page before. */
export interface EntryPlace {
  /** As the database writes it: a `Date` would cut it to the millisecond. */
  readonly at: string;
  readonly transactionId: string;
  readonly accountId: string;
}

export const findPlace = (
  db: TenantDb,
  { transactionId, accountId }: Omit<EntryPlace, 'at'>,
): Promise<EntryPlace | null> =>
  sql<EntryPlace>`
    select t.at::text as at, t.id as "transactionId", e.account_id as "accountId"
    from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
    where t.id = ${transactionId} and e.account_id = ${accountId}`.first(db);

/**
 * What moved an account between two instants, newest first, from a place on. The account's sums name the quarters of an hour
 * and kinds in which the next entries stand; there the transactions of the kind are read along their index. So a page costs
 * the same wherever it is, also of an account that seldom moves. What the sums do not hold yet is read besides.
 */
export const listEntries = (
  db: TenantDb,
  account: NamedAccount,
  asked: EntriesAsked,
  after: EntryPlace | null,
  limit: number,
): Promise<EntryRow[]> => {
  const { from, to, kind, what: about } = asked;
  const quarters = (when: Sql): Sql => sql`
    select s.starts_at, s.kind, s.entry_count
    from ${table('ledger_sums')} s join ${table('ledger_accounts')} a on a.id = s.about_id
    where s.account_id = ${account.id} and s.span = 'quarter_hour' and s.starts_at >= ${from} and ${when}
      and ${kind === null ? sql`true` : sql`s.kind = ${kind}`} and ${about === null ? sql`true` : sql`${what} = ${about}`}`;
  const entries = (where: Sql): Sql => sql`(
    select t.id as "transactionId", t.kind, t.cause_id as "causeId", t.at, t.user_id as "userId", e."accountId", e.what, e.minor
    from ${table('ledger_transactions')} t cross join lateral (${sideOf(account)}) e
    where ${where} and ${about === null ? sql`true` : sql`e.what = ${about}`} and ${
      after === null
        ? sql`true`
        : sql`(t.at, t.id, e."accountId") <
            (${after.at}::timestamptz, ${after.transactionId}::uuid, ${after.accountId}::uuid)`
    } order by t.at desc, t.id desc, e."accountId" desc limit ${limit})`;
  // The quarter in which the page before ended may have entries left, however many it holds.
  const reached = sql`date_bin('15 minutes', ${after?.at ?? null}::timestamptz, '2000-01-01 00:00:00+00')`;
  return sql<EntryRow>`
    with older as (
      ${quarters(after === null ? sql`s.starts_at < ${to}` : sql`s.starts_at < ${reached}`)}
      order by s.starts_at desc fetch first ${limit} rows with ties
    ), quarters as materialized (
      select starts_at, kind from (
        select starts_at, kind, sum(entry_count) over (
          order by starts_at desc groups between unbounded preceding and 1 preceding) as newer from older
      ) o where newer is null or newer < ${limit}
      union
      select starts_at, kind from (${quarters(sql`s.starts_at = ${reached}`)}) r
    )
    select e.* from quarters q cross join lateral ${entries(
      sql`t.kind = q.kind and t.at >= q.starts_at and t.at < q.starts_at + interval '15 minutes'`,
    )} e
    union
    ${entries(sql`t.id = any (${unsummed}) and t.at >= ${from} and t.at < ${to} and ${kind === null ? sql`true` : sql`t.kind = ${kind}`}`)}
    order by at desc, "transactionId" desc, "accountId" desc limit ${limit}`.all(db);
};

/**
 * The sides of the transaction `t`: a provider's account is told by the others, with the sign turned, as both are the same sum.
 * `offset 0` keeps Postgres at looking them up for each transaction, rather than reading all the account's entries.
 */
const sideOf = ({ id, kind }: NamedAccount): Sql =>
  kind === 'provider_clearing'
    ? sql`select e.account_id as "accountId", ${what} as what, -e.amount_minor as minor
        from ${table('ledger_entries')} c
          join ${table('ledger_entries')} e on e.transaction_id = t.id and e.account_id <> ${id} and e.currency = c.currency
          join ${table('ledger_accounts')} a on a.id = e.account_id
        where c.transaction_id = t.id and c.account_id = ${id} offset 0`
    : sql`select e.account_id as "accountId", null::text as what, e.amount_minor as minor
        from ${table('ledger_entries')} e where e.transaction_id = t.id and e.account_id = ${id} offset 0`;
