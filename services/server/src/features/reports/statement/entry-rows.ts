import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { AccountKind } from '../../ledger/index.ts';

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
}

export interface NamedAccount {
  readonly id: string;
  readonly kind: AccountKind;
  readonly detail: string;
  readonly currency: string;
}

export const findAccount = (db: TenantDb, id: string): Promise<NamedAccount | null> =>
  sql<NamedAccount>`select id, kind, detail, currency from ${table('ledger_accounts')} where id = ${id}`.first(db);

/** An entry with its account, for a file of all of them. */
export interface FiledRow extends Omit<EntryRow, 'accountId' | 'what'> {
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
