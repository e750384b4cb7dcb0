import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { UserTotalsRow } from './tables.ts';

type Sums = Omit<UserTotalsRow, 'user_id' | 'currency'>;

interface Change extends Partial<Sums> {
  readonly userId: string;
  readonly currency: string;
}

/** Follows the ledger in its transaction, so that lists can sort by what fans have paid. */
export async function addToTotals(
  db: TenantDb,
  userId: string,
  currency: string,
  change: Partial<Sums>,
): Promise<void> {
  await addingToTotals([{ userId, currency, ...change }])
    .prepared()
    .run(db);
}

/** Written by the posting that it follows (`postTransactions`), for many at once. */
export function addingToTotals(changes: readonly Change[], condition: Sql = sql`true`): Sql {
  const rows = changes.map(({ userId, ...change }) => ({ ...noSums, ...change, user_id: userId }));
  return sql`insert into ${table('user_totals')} as t
      (user_id, currency, spent_minor, refunded_minor, charged_back_minor, chargeback_fees_minor, chargebacks)
    select user_id, currency, sum(spent_minor), sum(refunded_minor), sum(charged_back_minor), sum(chargeback_fees_minor), sum(chargebacks)
    from jsonb_to_recordset(${sql.json(rows)}) as c (user_id uuid, currency text, spent_minor bigint, refunded_minor bigint,
      charged_back_minor bigint, chargeback_fees_minor bigint, chargebacks integer)
    where ${condition} group by user_id, currency order by user_id, currency
    on conflict (user_id, currency) do update set
      spent_minor = t.spent_minor + excluded.spent_minor, refunded_minor = t.refunded_minor + excluded.refunded_minor,
      charged_back_minor = t.charged_back_minor + excluded.charged_back_minor,
      chargeback_fees_minor = t.chargeback_fees_minor + excluded.chargeback_fees_minor,
      chargebacks = t.chargebacks + excluded.chargebacks`;
}

const noSums: Sums = {
  spent_minor: 0,
  refunded_minor: 0,
  charged_back_minor: 0,
  chargeback_fees_minor: 0,
  chargebacks: 0,
};

/** A fan's sums in minor units; refunds and chargebacks are not taken off `spentMinor`. */
export interface SpentTotals {
  readonly currency: string;
  readonly spentMinor: number;
  readonly refundedMinor: number;
  readonly chargedBackMinor: number;
  readonly chargebackFeesMinor: number;
  readonly chargebacks: number;
}

const nothing = (currency: string): SpentTotals => ({
  currency,
  spentMinor: 0,
  refundedMinor: 0,
  chargedBackMinor: 0,
  chargebackFeesMinor: 0,
  chargebacks: 0,
});

/** For a page of fans, in one statement; every id is in the answer. */
export async function spentTotalsOf(
  db: TenantDb,
  userIds: readonly string[],
  currency: string,
): Promise<ReadonlyMap<string, SpentTotals>> {
  const totals = new Map(userIds.map((id) => [id, nothing(currency)]));
  if (userIds.length === 0) return totals;
  for (const row of await db('user_totals')
    .where({ currency })
    .whereIn('user_id', [...userIds])) {
    totals.set(row.user_id, {
      currency,
      spentMinor: row.spent_minor,
      refundedMinor: row.refunded_minor,
      chargedBackMinor: row.charged_back_minor,
      chargebackFeesMinor: row.chargeback_fees_minor,
      chargebacks: row.chargebacks,
    });
  }
  return totals;
}

/** A correlated sub-query, to sort a statement on people by what they spent. */
export const spentBy = (user: Sql, currency: string): Sql<number> =>
  sql`coalesce((select t.spent_minor from ${table('user_totals')} t where t.user_id = ${user} and t.currency = ${currency}), 0)`;
