import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { AccountKind, CauseType, TransactionKind } from './chart.ts';

/** Which account of the site's books. `detail` names the provider of a clearing account. */
export interface AccountName {
  readonly kind: AccountKind;
  readonly detail?: string;
}

const keptAFan: ReadonlySet<AccountKind> = new Set(['fan_wallet', 'owed_by_fan']);

/** Minor units; above zero is a debit, below a credit. An account that is kept a fan is that of the transaction's person. */
export interface Entry {
  readonly account: AccountName;
  readonly amountMinor: number;
}

export interface NewTransaction {
  readonly kind: TransactionKind;
  /** One transaction of a kind a cause: the unique index refuses a second. */
  readonly cause: { readonly type: CauseType; readonly id: string };
  /** Null for what is the whole site's. */
  readonly userId: string | null;
  readonly currency: string;
  readonly at: Date;
  readonly reversesId?: string | null;
  readonly entries: readonly Entry[];
}

/**
 * The only door into the books. Headers and entries are one INSERT; the database refuses what does not sum to zero,
 * what is added later, every change, and a wallet below zero (`isWalletShort`). Correct a mistake by a reversal.
 * `also` is written with them, in the same statement.
 * @returns ids in the order of the transactions
 * @throws the violation of `one_transaction_a_cause` when a cause was booked before
 */
export async function postTransactions(
  db: TenantDb,
  transactions: readonly NewTransaction[],
  ...also: AtMostTwo
): Promise<string[]> {
  if (transactions.length === 0) return [];
  const headers = transactions.map(({ kind, cause, reversesId = null, userId, entries, at }) => ({
    id: v7(),
    kind,
    cause_type: cause.type,
    cause_id: cause.id,
    reverses_id: reversesId,
    user_id: userId,
    entry_count: entries.length,
    at,
  }));
  const lines = transactions.flatMap(({ entries, currency, userId }, index) =>
    entries.map(({ account: { kind, detail = '' }, amountMinor }) => ({
      transaction_id: headers[index]!.id,
      kind,
      detail,
      amount_minor: amountMinor,
      currency,
      user_id: keptAFan.has(kind) ? userId : null,
    })),
  );
  if (await writeTransactions(db, headers, lines, also)) return headers.map(({ id }) => id);
  await openAccounts(db, lines);
  if (!(await writeTransactions(db, headers, lines, also))) throw new Error('An account of the books is not there.');
  return headers.map(({ id }) => id);
}

/** An INSERT or UPDATE; `condition` says whether the transactions are written at all. */
export type With = (condition: Sql) => Sql;
type AtMostTwo = readonly [] | readonly [With] | readonly [With, With];

interface Line {
  readonly kind: AccountKind;
  readonly detail: string;
  readonly currency: string;
}

/** False, and nothing is written, where an account is named that nobody has used before. */
const writeTransactions = async (
  db: TenantDb,
  headers: readonly object[],
  lines: readonly Line[],
  [also = nothing, besides = nothing]: AtMostTwo,
): Promise<boolean> =>
  (await sql`
    with line as materialized (
      select e.transaction_id, a.id as account_id, e.amount_minor, e.currency, e.user_id
      from jsonb_to_recordset(${sql.json(lines)}) as e
        (transaction_id uuid, kind text, detail text, amount_minor bigint, currency text, user_id uuid)
        left join ${table('ledger_accounts')} a on a.kind = e.kind and a.detail = e.detail and a.currency = e.currency
    ), complete as materialized (
      select bool_and(account_id is not null) as is_so from line
    ), header as (
      insert into ${table('ledger_transactions')} (id, kind, cause_type, cause_id, reverses_id, user_id, entry_count, at)
      select t.id, t.kind, t.cause_type, t.cause_id, t.reverses_id, t.user_id, t.entry_count, t.at
      from jsonb_to_recordset(${sql.json(headers)}) as t
        (id uuid, kind text, cause_type text, cause_id uuid, reverses_id uuid, user_id uuid, entry_count integer, at timestamptz)
        join complete on complete.is_so
    ), also as (
      ${also(isComplete)}
    ), besides as (
      ${besides(isComplete)}
    )
    insert into ${table('ledger_entries')} (transaction_id, account_id, amount_minor, currency, user_id)
    select l.transaction_id, l.account_id, l.amount_minor, l.currency, l.user_id from line l join complete on complete.is_so`
    .prepared()
    .run(db)) > 0;

const isComplete = sql`(select is_so from complete)`;
const nothing: With = () => sql`select 1`;

/** One of them. */
export const postTransaction = async (db: TenantDb, transaction: NewTransaction, ...also: AtMostTwo): Promise<string> =>
  (await postTransactions(db, [transaction], ...also))[0]!;

/** Accounts come into being when first used. */
async function openAccounts(db: TenantDb, lines: readonly Line[]): Promise<void> {
  const keyOf = ({ kind, detail, currency }: Line): string => `${currency} ${kind} ${detail}`;
  const names = new Map(lines.map((line) => [keyOf(line), line]));
  await db('ledger_accounts')
    // In one order, so that two that make the same accounts wait for each other and cannot deadlock.
    .insert(
      [...names]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { kind, detail, currency }]) => ({ id: v7(), kind, detail, currency })),
    )
    .onConflict(['kind', 'detail', 'currency'])
    .ignore();
}

/** Whether this cause was booked as this before. */
export const hasCause = async (db: TenantDb, kind: TransactionKind, { type, id }: NewTransaction['cause']) =>
  (await db('ledger_transactions').where({ cause_type: type, cause_id: id, kind }).first('id')) !== undefined;

/** The ids of what a cause was booked as, by kind. */
export const findBooked = async (
  db: TenantDb,
  { type, id }: NewTransaction['cause'],
): Promise<ReadonlyMap<TransactionKind, { readonly id: string; readonly at: Date }>> =>
  new Map(
    (await db('ledger_transactions').where({ cause_type: type, cause_id: id }).select('id', 'kind', 'at')).map(
      (row) => [row.kind, row],
    ),
  );

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
  /** The account on the other side; a reversal is taken from it, or from its contra account. */
  readonly credited: AccountKind;
  /** The revenue that a deferred sale becomes. */
  readonly creditedDetail: string;
}

export interface PaidAmount {
  readonly amountMinor: number;
  readonly currency: string;
}

/** What each of these sales came to. */
export async function amountsOf(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, PaidAmount>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<PaidAmount & { id: string }>`
    select e.transaction_id as id, sum(e.amount_minor)::bigint as "amountMinor", e.currency from ${table('ledger_entries')} e
    where e.transaction_id = any(${[...ids]}::uuid[]) and e.amount_minor > 0 group by e.transaction_id, e.currency`.all(
    db,
  );
  return new Map(rows.map(({ id, amountMinor, currency }) => [id, { amountMinor, currency }]));
}

/** The transaction that an attempt's money stands in, or null while there is none: the sale, also of money that was accepted later. */
export const findReceipt = (db: TenantDb, attemptId: string): Promise<BookedReceipt | null> =>
  sql<BookedReceipt>`
    select t.id, t.kind, a.kind as credited, a.detail as "creditedDetail" from ${table('ledger_transactions')} t
      join ${table('ledger_entries')} e on e.transaction_id = t.id join ${table('ledger_accounts')} a on a.id = e.account_id
    where t.cause_type = 'attempt' and t.cause_id = ${attemptId} and e.amount_minor < 0
    order by (t.kind = 'sale') desc limit 1`.first(db);

/** Whether all that a payment brought went back, by refunds and chargebacks. What a bank paid back later gives nothing back. */
export const isWhollyReturned = async (db: TenantDb, transactionId: string): Promise<boolean> =>
  (await sql`
    select 1 from ${table('ledger_transactions')} r join ${table('ledger_entries')} e on e.transaction_id = r.id
      join ${table('ledger_accounts')} a on a.id = e.account_id
    where r.reverses_id = ${transactionId} and e.amount_minor > 0 and a.kind <> 'chargeback_fees'
    having sum(e.amount_minor) >= (
      select sum(amount_minor) from ${table('ledger_entries')} where transaction_id = ${transactionId} and amount_minor > 0
    )`.first(db)) !== null;
