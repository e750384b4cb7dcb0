import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';

export interface CancellationFilters {
  readonly from: Date | null;
  /** Up to and without it. */
  readonly to: Date | null;
  /** `none`: the fan was asked for no reason. */
  readonly reason: string | null;
  /** Of these people: a query that selects their ids. */
  readonly people: Sql<{ id: string }> | null;
  readonly direction: 'asc' | 'desc';
}

export interface CancellationLine {
  readonly id: string;
  readonly userId: string;
  readonly at: Date;
  readonly reason: string | null;
  readonly other: string | null;
  readonly isComplimentary: boolean;
  readonly undoneAt: Date | null;
}

export async function listCancellations(
  db: TenantDb,
  filters: CancellationFilters,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly lines: readonly CancellationLine[]; readonly totalRows: number }> {
  const from = sql`from ${table('subscription_cancellations')} c where ${conditions(filters)}`;
  const way = filters.direction === 'asc' ? sql`asc` : sql`desc`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const lines = await sql<CancellationLine>`
    select c.id, c.user_id as "userId", c.at, c.reason, c.other, c.is_complimentary as "isComplimentary", c.undone_at as "undoneAt"
    ${from} order by c.at ${way}, c.id ${way} limit ${limit} offset ${offset}`.all(db);
  return { lines, totalRows: total };
}

export interface ReasonCount {
  readonly reason: string;
  readonly count: number;
  readonly undone: number;
}

/** How often each reason was given in the range, whatever else is looked for; the most frequent first. */
export const countReasons = (db: TenantDb, { from, to }: CancellationFilters): Promise<ReasonCount[]> =>
  sql<ReasonCount>`
    select coalesce(c.reason, 'none') as reason, count(*)::int as count, count(c.undone_at)::int as undone
    from ${table('subscription_cancellations')} c where ${inRange({ from, to })}
    group by 1 order by 2 desc, 1`.all(db);

const inRange = ({ from, to }: Pick<CancellationFilters, 'from' | 'to'>): Sql =>
  sql.join(
    [sql`true`, ...(from === null ? [] : [sql`c.at >= ${from}`]), ...(to === null ? [] : [sql`c.at < ${to}`])],
    sql` and `,
  );

function conditions({ reason, people, ...range }: CancellationFilters): Sql {
  const chosen = [
    inRange(range),
    ...(reason === null ? [] : [reason === 'none' ? sql`c.reason is null` : sql`c.reason = ${reason}`]),
    ...(people === null ? [] : [sql`c.user_id in (${people})`]),
  ];
  return sql.join(chosen, sql` and `);
}
