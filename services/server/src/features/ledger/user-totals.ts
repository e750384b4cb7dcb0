import type { TenantDb } from '@backlot/database';
import type { UserTotalsRow } from './tables.ts';

type Sums = Omit<UserTotalsRow, 'user_id' | 'currency'>;

/** Follows the ledger in its transaction, so that lists can sort by what fans have paid. */
export async function addToTotals(db: TenantDb, userId: string, currency: string, change: Partial<Sums>): Promise<void> {
  const columns = Object.keys(change) as (keyof Sums)[];
  await db.raw(
    `insert into ?? as t (user_id, currency, ${columns.join(', ')}) values (?, ?, ${columns.map(() => '?').join(', ')})
     on conflict (user_id, currency) do update set ${columns.map((column) => `${column} = t.${column} + excluded.${column}`).join(', ')}`,
    [db.table('user_totals'), userId, currency, ...columns.map((column) => change[column] ?? 0)] as string[],
  );
}

/** A fan's sums in minor units; refunds and chargebacks are not taken off `spentMinor`. */
export interface SpentTotals {
  readonly currency: string;
  readonly spentMinor: number;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  readonly chargebackFeesMinor: number;
  readonly chargebacks: number;
}

const nothing = (currency: string): SpentTotals =>
  ({ currency, spentMinor: 0, refundedMinor: 0, chargedBackMinor: 0, chargebackFeesMinor: 0, chargebacks: 0 });

/** For a page of fans, in one statement; every id is in the answer. */
export async function spentTotalsOf(db: TenantDb, userIds: readonly string[], currency: string): Promise<ReadonlyMap<string, SpentTotals>> {
  const totals = new Map(userIds.map((id) => [id, nothing(currency)]));
  if (userIds.length === 0) return totals;
  for (const row of await db('user_totals').where({ currency }).whereIn('user_id', [...userIds])) {
    totals.set(row.user_id, {
      currency, spentMinor: row.spent_minor, refundedMinor: row.refunded_minor, chargedBackMinor: row.charged_back_minor,
      chargebackFeesMinor: row.chargeback_fees_minor, chargebacks: row.chargebacks,
    });
  }
  return totals;
}

/** A correlated sub-query, to sort a query on users by what they spent: `orderByRaw(sql, bindings)`. */
export const spentSql = (db: TenantDb, userColumn: string, currency: string): { sql: string; bindings: string[] } => ({
  sql: 'coalesce((select t.spent_minor from ?? t where t.user_id = ?? and t.currency = ?), 0)',
  bindings: [db.table('user_totals'), userColumn, currency],
});
