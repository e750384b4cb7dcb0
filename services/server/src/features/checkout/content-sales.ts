import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { givenByAttempts } from '../ledger/index.ts';

export interface ContentSales {
  /** Paid purchases, also those that were taken back since. */
  readonly sold: number;
  /** What came in, less what went back. */
  readonly earnedMinor: number;
}

/** What these contents sold; those that sold nothing are absent. */
export async function salesOfContents(
  db: TenantDb,
  kind: string,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, ContentSales>> {
  if (contentIds.length === 0) return new Map();
  const rows = await sql<ContentSales & { contentId: string }>`
    select content_id as "contentId", sum(sold)::int as sold, sum(minor)::bigint as "earnedMinor" from (
      select content_id, count(*) as sold, sum(amount_minor) as minor from ${table('payment_intents')}
      where kind = ${kind} and state = 'succeeded' and content_id = any (${contentIds}::uuid[]) group by content_id
      union all
      select i.content_id, 0, -(r.amount_minor - r.taken_back_minor) from ${table('payment_reversals')} r
        join ${table('payment_attempts')} a on a.id = r.attempt_id join ${table('payment_intents')} i on i.id = a.intent_id
      where r.state = 'succeeded' and i.kind = ${kind} and i.state = 'succeeded' and i.content_id = any (${contentIds}::uuid[])
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
