import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { givenByAttempts } from '../ledger/index.ts';

export interface ContentSales {
  /** Paid purchases, also those that were taken back since. */
  readonly sold: number;
  /** What came in, less what went back. */
  readonly earnedMinor: number;
}

/** What these contents sold; those that sold nothing are absent. `among`: ids of purchases, to count no others. */
export async function salesOfContents(
  db: TenantDb,
  kind: string,
  contentIds: readonly string[],
  among: Sql | null = null,
): Promise<ReadonlyMap<string, ContentSales>> {
  if (contentIds.length === 0) return new Map();
  const only = (id: Sql): Sql => (among === null ? sql.empty : sql`and ${id} in (${among})`);
  const rows = await sql<ContentSales & { contentId: string }>`
    select content_id as "contentId", sum(sold)::int as sold, sum(minor)::bigint as "earnedMinor" from (
      select content_id, count(*) as sold, sum(amount_minor) as minor from ${table('payment_intents')}
      where kind = ${kind} and state = 'succeeded' and content_id = any (${contentIds}::uuid[])
        ${only(sql`id`)} group by content_id
      union all
      select i.content_id, 0, -(r.amount_minor - r.taken_back_minor) from ${table('payment_reversals')} r
        join ${table('payment_attempts')} a on a.id = r.attempt_id join ${table('payment_intents')} i on i.id = a.intent_id
      where r.state = 'succeeded' and i.kind = ${kind} and i.state = 'succeeded' and i.content_id = any (${contentIds}::uuid[])
        ${only(sql`i.id`)}
    ) moved group by content_id`.all(db);
  return new Map(rows.map(({ contentId, ...sales }) => [contentId, sales]));
}

/** A purchase as a report has it. */
export interface Sale {
  readonly id: string;
  readonly userId: string;
  readonly contentId: string;
  readonly at: Date;
  readonly amountMinor: number;
  readonly currency: string;
  /** Null while the buyer has it. */
  readonly takenBack: 'refund' | 'chargeback' | 'staff' | null;
}

/** Who bought these contents, the latest first, with the number of all. `among`: ids of purchases, to see no others. */
export async function listSales(
  db: TenantDb,
  kind: string,
  contentIds: readonly string[],
  { limit, offset, among = null }: { limit: number; offset: number; among?: Sql | null },
): Promise<{ sales: Sale[]; total: number }> {
  if (contentIds.length === 0) return { sales: [], total: 0 };
  const rows = await sql<Sale & { total: number }>`
    select i.id, i.user_id as "userId", i.content_id as "contentId", i.settled_at as at, i.amount_minor as "amountMinor", i.currency, (
      select g.taken_back from ${table('payment_attempts')} a join ${givenByAttempts} g on g.attempt_id = a.id
      where a.intent_id = i.id limit 1) as "takenBack", i.total
    from (
      select *, count(*) over ()::int as total from ${table('payment_intents')}
      where kind = ${kind} and state = 'succeeded' and content_id = any (${contentIds}::uuid[])
        ${among === null ? sql.empty : sql`and id in (${among})`}
      order by settled_at desc, id desc limit ${limit} offset ${offset}
    ) i order by i.settled_at desc, i.id desc`.all(db);
  return { sales: rows.map(({ total: _total, ...sale }) => sale), total: rows[0]?.total ?? 0 };
}

/** A thing that was bought in a time, and all that was. */
export interface BestSold extends SoldSums {
  readonly kind: string;
  readonly contentId: string;
  readonly all: SoldSums & { readonly things: number };
}
interface SoldSums {
  readonly sold: number;
  readonly grossMinor: number;
  /** What went back of these purchases, whenever that was. */
  readonly returnedMinor: number;
}
interface BestSoldRow extends SoldSums {
  readonly kind: string;
  readonly contentId: string;
  readonly things: number;
  readonly allSold: number;
  readonly allGrossMinor: number;
  readonly allReturnedMinor: number;
}

/** The things of these kinds that brought most for money in a time, along `purchases_of_contents`. `until`: up to and without it. */
export async function listBestSold(
  db: TenantDb,
  kinds: readonly string[],
  { since, until, currency }: { readonly since: Date; readonly until: Date; readonly currency: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BestSold[]> {
  const rows = await sql<BestSoldRow>`
    with things as (
      select i.kind, i.content_id, count(*)::int as sold, sum(i.amount_minor)::bigint as gross,
        coalesce(sum(back.minor), 0)::bigint as returned
      from ${table('payment_intents')} i left join lateral (
        select sum(r.amount_minor - r.taken_back_minor) as minor from ${table('payment_attempts')} a
          join ${table('payment_reversals')} r on r.attempt_id = a.id
        where a.intent_id = i.id and r.state = 'succeeded'
      ) back on true
      where i.state = 'succeeded' and i.content_id is not null and i.amount_minor > 0 and i.kind = any (${kinds}) and i.currency = ${currency}
        and i.settled_at >= ${since} and i.settled_at < ${until}
      group by 1, 2
    )
    select kind, content_id as "contentId", sold, gross as "grossMinor", returned as "returnedMinor",
      (count(*) over ())::int as things, (sum(sold) over ())::int as "allSold",
      (sum(gross) over ())::bigint as "allGrossMinor", (sum(returned) over ())::bigint as "allReturnedMinor"
    from things order by gross - returned desc, sold desc, content_id limit ${limit} offset ${offset}`.all(db);
  return rows.map(
    ({ things, allSold: sold, allGrossMinor: grossMinor, allReturnedMinor: returnedMinor, ...thing }) => ({
      ...thing,
      all: { things, sold, grossMinor, returnedMinor },
    }),
  );
}
