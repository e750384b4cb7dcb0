import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { countingIntents, priceSumsOf, type PriceSums } from '../checkout/index.ts';
import type { PromotionRow } from './promotion-rows.ts';

/** A promotion with its payments and what they brought in, after what went back. */
export interface CountedPromotion extends PromotionRow, PriceSums {}

export interface ReportFilters {
  readonly type: 'all' | PromotionRow['type'];
  readonly state: 'all' | 'running' | 'ended';
  readonly limit: number;
  readonly offset: number;
}

/** The newest first. */
export async function listCounted(
  db: TenantDb,
  filters: ReportFilters,
  now: Date,
): Promise<{ rows: CountedPromotion[]; total: number }> {
  const from = sql`from ${table('promotions')} p where ${matching(filters, now)}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const order = sql`p.starts_at desc, p.id desc`;
  const rows = await sql<CountedPromotion>`
    select p.*, s.* from (select p.* ${from} order by ${order} limit ${filters.limit} offset ${filters.offset}) p
    cross join lateral (${sumsOf(sql`p.id`)}) s order by ${order}`.all(db);
  return { rows, total };
}

export const findCounted = (db: TenantDb, id: string): Promise<CountedPromotion | null> =>
  sql<CountedPromotion>`
    select p.*, s.* from ${table('promotions')} p cross join lateral (${sumsOf(sql`p.id`)}) s where p.id = ${id}`.first(
    db,
  );

const sumsOf = (promotionId: Sql): Sql =>
  priceSumsOf(
    sql`select intent_id, is_renewal, saved_minor from ${table('promotion_uses')} where promotion_id = ${promotionId}`,
  );

function matching({ type, state }: ReportFilters, now: Date): Sql {
  const isRunning = sql`(p.ended_at is null and (p.repeats or p.starts_at + p.run_ms * interval '1 millisecond' > ${now}))`;
  const states = { all: sql`true`, running: isRunning, ended: sql`not ${isRunning}` };
  return type === 'all' ? states[state] : sql`${states[state]} and p.type = ${type}`;
}

export interface PromotionPayment {
  readonly id: string;
  readonly userId: string;
  /** What was bought, as its seller calls it. */
  readonly kind: string;
  readonly contentId: string | null;
  readonly at: Date;
  readonly state: 'open' | 'held' | 'succeeded';
  readonly leftMinor: number;
  readonly savedMinor: number;
  readonly currency: string;
}

/** Payments at its price, the newest first. */
export async function listUses(
  db: TenantDb,
  promotionId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PromotionPayment[]; total: number }> {
  const from = sql`
    from ${table('promotion_uses')} u join (${countingIntents}) i on i.id = u.intent_id where u.promotion_id = ${promotionId}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const rows = await sql<PromotionPayment>`
    select u.intent_id as id, u.user_id as "userId", i.kind, i.content_id as "contentId", u.created_at as at,
      i.state, i.left_minor as "leftMinor", i.currency, case when i.is_as_priced then u.saved_minor else 0 end as "savedMinor"
    ${from} order by u.created_at desc, u.intent_id desc limit ${limit} offset ${offset}`.all(db);
  return { rows, total };
}
