import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { AccountKind } from '../../ledger/index.ts';

/** The account `a` holds what a provider has taken for the site: its entries are told by what stands on the other side. */
export const isOfProvider = sql<boolean>`(a.kind = 'provider_clearing')`;

/** What an entry of the account `a` is about: a revenue, also where it is deferred or went back, else the account itself. */
export const what = sql<string>`(case when right(a.detail, 8) = '_revenue' then a.detail else a.kind end)`;

/** An entry of the books, in minor units as they have it. */
export interface EntryRow {
  readonly transactionId: string;
  readonly accountId: string;
  readonly kind: string;
  readonly causeId: string;
  readonly at: Date;
  readonly userId: string | null;
  readonly what: string | null;
  readonly minor: number;
  readonly total: number;
}

export interface NamedAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly detail: string;
  readonly currency: string;
}

export const findAccount = (db: TenantDb, id: string): Promise<NamedAccount | null> =>
  sql<NamedAccount>`select id, kind, detail, currency from ${table('ledger_accounts')} where id = ${id}`.first(db);

export interface EntriesAsked {
  readonly from: Date;
  readonly to: Date;
  /** Of one movement alone. */
  readonly kind: string | null;
  readonly what: string | null;
}

/**
 * What moved an account between two instants, newest first, along the index of its entries. A provider's account is told by
 * the other side of each transaction, with the sign turned: both sides are the same sum.
 */
export const listEntries = (
  db: TenantDb,
  account: NamedAccount,
  { from, to, kind, what: about }: EntriesAsked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<EntryRow[]> => {
  const own = account.kind === 'provider_clearing' ? otherSide(account.id) : ownSide(account.id);
  return sql<EntryRow>`
    select o.*, count(*) over ()::int as total from (
      select t.id as "transactionId", t.kind, t.cause_id as "causeId", t.at, t.user_id as "userId", ${own}
      where t.at >= ${from} and t.at < ${to} and (${kind}::text is null or t.kind = ${kind})
    ) o where ${about}::text is null or o.what = ${about}
    order by o.at desc, o."transactionId" desc, o."accountId" limit ${limit} offset ${offset}`.all(db);
};

const ownSide = (accountId: string): Sql => sql`e.account_id as "accountId", null::text as what, e.amount_minor as minor
  from ${table('ledger_entries')} e join ${table('ledger_transactions')} t on t.id = e.transaction_id
    and e.account_id = ${accountId}`;

const otherSide = (accountId: string): Sql => sql`e.account_id as "accountId", ${what} as what, -e.amount_minor as minor
  from ${table('ledger_entries')} c join ${table('ledger_transactions')} t on t.id = c.transaction_id
    and c.account_id = ${accountId}
    join ${table('ledger_entries')} e on e.transaction_id = t.id and e.account_id <> c.account_id
    join ${table('ledger_accounts')} a on a.id = e.account_id`;

/** An entry with its account, for a file of all of them. */
export interface FiledRow extends Omit<EntryRow, 'accountId' | 'what' | 'total'> {
  readonly account: AccountKind;
  readonly detail: string;
  readonly currency: string;
}

/** Every entry between two instants, by account and from the first on: an account's debits less its credits are its movement. */
export const listAllEntries = (
  db: TenantDb,
  { from, to }: { readonly from: Date; readonly to: Date },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FiledRow[]> =>
  sql<FiledRow>`
    select t.id as "transactionId", t.kind, t.cause_id as "causeId", t.at, t.user_id as "userId", e.amount_minor as minor,
      a.kind as account, a.detail, a.currency
    from ${table('ledger_transactions')} t join ${table('ledger_entries')} e on e.transaction_id = t.id
      join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.at >= ${from} and t.at < ${to}
    order by a.currency, a.kind, a.detail, t.at, t.id limit ${limit} offset ${offset}`.all(db);
