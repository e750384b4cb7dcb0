import { DomainError } from '@backlot/contracts';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { sameActMs } from '../../../act.ts';
import type { CoinBooks } from '../../../joints/coin-books.ts';
import { walletProvider } from '../../ledger/index.ts';
import { isSameLater, type StatedColumns } from './stated-figures.ts';
import type { ProviderStatementRow } from './tables.ts';

/** An entry, and none that takes another back. */
export const findEntered = async (db: TenantDb, id: string): Promise<ProviderStatementRow | null> =>
  (await db('provider_statements').where({ id, takes_back_id: null }).first()) ?? null;

export const addStatement = async (db: TenantDb, row: ProviderStatementRow): Promise<void> =>
  void (await db('provider_statements').insert(row));

export const isTakenBack = async (db: TenantDb, id: string): Promise<boolean> =>
  (await db('provider_statements').where({ takes_back_id: id }).first('id')) !== undefined;

/** Whose statement is entered. */
export interface StatedAccount {
  readonly provider: string;
  readonly currency: string;
  /** Where its entries name it. */
  readonly named: Pick<ProviderStatementRow, 'account_id' | 'crypto_account_id'>;
}

/**
 * Held while an entry is made, so that one that is sent twice finds the first. An account for coins has no currency of its
 * own: what comes there is the site's money.
 */
export async function lockAccount(
  db: TenantDb,
  id: string,
  { coinBooks, currency }: { readonly coinBooks: CoinBooks | null; readonly currency: string },
): Promise<StatedAccount | null> {
  const account = await db('provider_accounts')
    .where({ id })
    .whereNot({ provider: walletProvider })
    .forNoKeyUpdate()
    .first('provider', 'currency');
  // The schema of the version before has no column for the other.
  if (account) return { ...account, named: { account_id: id } };
  if (coinBooks === null || !(await coinBooks.lockAccount(db, id))) return null;
  return { provider: coinBooks.provider, currency, named: { account_id: null, crypto_account_id: id } };
}

const isOf = ({ named }: StatedAccount): Sql =>
  named.account_id === null
    ? sql`s.crypto_account_id = ${named.crypto_account_id ?? null}`
    : sql`s.account_id = ${named.account_id}`;

/** The newest entry of an account and month with these figures that counts, whoever made it. */
export async function findSame(
  db: TenantDb,
  account: StatedAccount,
  month: string,
  figures: StatedColumns,
): Promise<ProviderStatementRow | null> {
  const {
    fees_minor: fees,
    reserve_held_minor: held,
    reserve_released_minor: released,
    paid_out_minor: paidOut,
  } = figures;
  const alike = await sql<ProviderStatementRow>`
    select s.* from ${table('provider_statements')} s
    where s.month = ${month}::date and ${isOf(account)} and s.fees_minor = ${fees}
      and s.reserve_held_minor = ${held} and s.reserve_released_minor = ${released} and s.paid_out_minor = ${paidOut}
      and s.takes_back_id is null
      and not exists (select from ${table('provider_statements')} b where b.takes_back_id = s.id)
    order by s.id desc`.all(db);
  return alike.find((one) => isSameLater(one, figures)) ?? null;
}

interface Asked {
  readonly account: StatedAccount;
  readonly enteredBy: string;
  readonly key: string | null;
  readonly hash: string;
}

/** The entry that this call repeats. @throws idempotency-key-reused */
export async function findAsked(
  db: TenantDb,
  { account, enteredBy, key, hash }: Asked,
  now: Date,
): Promise<ProviderStatementRow | null> {
  if (key === null) {
    const latest = await db('provider_statements')
      .where({ ...account.named, entered_by: enteredBy, request_hash: hash })
      .where('entered_at', '>', new Date(now.getTime() - sameActMs))
      .orderBy('id', 'desc')
      .first();
    // What was taken back meanwhile is meant to be entered again.
    return latest === undefined || (await isTakenBack(db, latest.id)) ? null : latest;
  }
  const sameKey = await db('provider_statements').where({ entered_by: enteredBy, request_key: key }).first();
  if (sameKey && sameKey.request_hash !== hash) throw new DomainError('idempotency-key-reused');
  return sameKey ?? null;
}
