import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { AccountKind, CauseType, TransactionKind } from './tables.ts';

/** Which account of the site's books. `detail` names the provider of a clearing account. */
export interface AccountName {
  readonly kind: AccountKind;
  readonly detail?: string;
}

/** Minor units; above zero is a debit, below a credit. */
export interface Entry {
  readonly account: AccountName;
  readonly amountMinor: number;
}

export interface NewTransaction {
  readonly kind: TransactionKind;
  /** One transaction of a kind a cause: the unique index refuses a second. */
  readonly cause: { readonly type: CauseType; readonly id: string };
  readonly userId: string;
  readonly currency: string;
  readonly at: Date;
  readonly reversesId?: string | null;
  readonly entries: readonly Entry[];
}

/**
 * The only door into the books. Header and entries are one INSERT; the database refuses what does not sum to zero,
 * what is added later and every change. Correct a mistake by a reversal.
 * @throws the violation of `one_transaction_a_cause` when the cause was booked before
 */
export async function postTransaction(db: TenantDb, transaction: NewTransaction): Promise<string> {
  const id = v7();
  const accounts = await accountIds(
    db,
    transaction.entries.map((entry) => entry.account),
    transaction.currency,
  );
  const { kind, cause, reversesId = null, userId, entries, at, currency } = transaction;
  const lines = entries.map((entry, index) => ({ account_id: accounts[index], amount_minor: entry.amountMinor }));
  await sql`
    with header as (
      insert into ${table('ledger_transactions')} (id, kind, cause_type, cause_id, reverses_id, user_id, entry_count, at)
      values (${id}, ${kind}, ${cause.type}, ${cause.id}, ${reversesId}, ${userId}, ${entries.length}, ${at})
    )
    insert into ${table('ledger_entries')} (transaction_id, account_id, amount_minor, currency)
    select ${id}::uuid, e.account_id, e.amount_minor, ${currency}
    from jsonb_to_recordset(${sql.json(lines)}) as e (account_id uuid, amount_minor bigint)`.run(db);
  return id;
}

/** Ids in the order of the names; accounts come into being when first used. */
async function accountIds(db: TenantDb, names: readonly AccountName[], currency: string): Promise<string[]> {
  const found = await findAccounts(db, names, currency);
  if (found.every((id) => id !== undefined)) return found as string[];
  await db('ledger_accounts')
    // In one order, so that two that make the same accounts wait for each other and never in a circle.
    .insert(
      names
        .map(({ kind, detail = '' }) => ({ id: v7(), kind, detail, currency }))
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    )
    .onConflict(['kind', 'detail', 'currency'])
    .ignore();
  return (await findAccounts(db, names, currency)) as string[];
}

async function findAccounts(
  db: TenantDb,
  names: readonly AccountName[],
  currency: string,
): Promise<(string | undefined)[]> {
  const rows = await db('ledger_accounts')
    .where({ currency })
    .whereIn(
      'kind',
      names.map(({ kind }) => kind),
    );
  return names.map(({ kind, detail = '' }) => rows.find((row) => row.kind === kind && row.detail === detail)?.id);
}

/** Balances by account. All of them together are zero in each currency. */
export const listBalances = (
  db: TenantDb,
): Promise<Array<{ kind: AccountKind; detail: string; currency: string; balanceMinor: number }>> =>
  sql<{ kind: AccountKind; detail: string; currency: string; balanceMinor: number }>`
    select a.kind, a.detail, a.currency, coalesce(sum(e.amount_minor), 0)::bigint as "balanceMinor"
    from ${table('ledger_accounts')} a left join ${table('ledger_entries')} e on e.account_id = a.id
    group by a.id order by a.kind, a.detail, a.currency`.all(db);

/** Whether money of this person was ever booked, given back or not. */
export const hasBookings = async (db: TenantDb, userId: string): Promise<boolean> =>
  (await db('ledger_transactions').where({ user_id: userId }).first('id')) !== undefined;

/** A transaction that booked money of a provider. */
export interface BookedReceipt {
  readonly id: string;
  readonly kind: 'sale' | 'unapplied';
  /** The account on the other side, from which a reversal takes the money again. */
  readonly credited: AccountKind;
}

/** The transaction that an attempt's money stands in, or null while there is none: the sale, also of money that was accepted later. */
export const findReceipt = (db: TenantDb, attemptId: string): Promise<BookedReceipt | null> =>
  sql<BookedReceipt>`
    select t.id, t.kind, a.kind as credited from ${table('ledger_transactions')} t
      join ${table('ledger_entries')} e on e.transaction_id = t.id join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.cause_type = 'attempt' and t.cause_id = ${attemptId} and e.amount_minor < 0
    order by (t.kind = 'sale') desc limit 1`.first(db);
