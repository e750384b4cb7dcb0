import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Coupon, DiscountType } from '@backlot/domain/money/coupon';
import { countingIntents, priceSumsOf, type PriceSums } from '../checkout/index.ts';

export interface CouponRow {
  id: string;
  code: string;
  discount_type: DiscountType;
  /** Of a percent, or of `currency`. */
  initial_hundredths: number;
  recurring_hundredths: number;
  /** Of amounts; null for the site's, and for percentages. Absent on the schema of the version before. */
  currency?: string | null;
  switched_off_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
  max_uses: number | null;
  max_uses_per_fan: number | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface CouponUseRow {
  intent_id: string;
  coupon_id: string;
  user_id: string;
  is_renewal: boolean;
  saved_minor: number;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    coupons: TableOf<CouponRow>;
    coupon_uses: TableOf<CouponUseRow>;
  }
}

/** The row as the rules know a coupon. */
export const couponOf = (row: CouponRow, uses: { uses?: number; usesByFan?: number } = {}): Coupon => ({
  code: row.code,
  type: row.discount_type,
  initial: row.discount_type === 'percentage' ? row.initial_hundredths / 100 : row.initial_hundredths,
  recurring: row.discount_type === 'percentage' ? row.recurring_hundredths / 100 : row.recurring_hundredths,
  currency: row.currency ?? null,
  isEnabled: row.switched_off_at === null,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  maxUses: row.max_uses,
  maxUsesPerFan: row.max_uses_per_fan,
  ...uses,
});

export const findCouponByCode = async (db: TenantDb, code: string): Promise<CouponRow | null> =>
  (await db('coupons').where({ code }).first()) ?? null;

/** A change of a coupon and the count of its uses hold its row. */
export const lockCoupon = async (db: TenantDb, id: string): Promise<CouponRow | null> =>
  (await db('coupons').where({ id }).forUpdate().first()) ?? null;

/** Null when another coupon has that code. */
export async function insertCoupon(db: TenantDb, { currency = null, ...coupon }: CouponRow): Promise<CouponRow | null> {
  const [row] = await db('coupons').insert(coupon).onConflict('code').ignore().returning('*');
  if (row === undefined) return null;
  // On the schema of the version before there is nowhere to store it.
  return row.currency === undefined ? row : updateCoupon(db, row.id, { currency });
}

export async function updateCoupon(db: TenantDb, id: string, change: Partial<CouponRow>): Promise<CouponRow> {
  const [row] = await db('coupons').where({ id }).update(change).returning('*');
  return row!;
}

/** How often a coupon began a membership, or is about to; `beside` one purchase that is not to count. */
export async function countUses(
  db: TenantDb,
  couponId: string,
  { userId, beside = null }: { userId: string; beside?: string | null },
): Promise<{ uses: number; usesByFan: number }> {
  return sql<{ uses: number; usesByFan: number }>`
    select count(*)::int as uses, (count(*) filter (where u.user_id = ${userId}))::int as "usesByFan"
    from ${table('coupon_uses')} u join (${countingIntents}) i on i.id = u.intent_id
    where u.coupon_id = ${couponId} and not u.is_renewal and u.intent_id is distinct from ${beside}::uuid`.one(db);
}

/** Once a payment, however often it is told of. */
export async function insertUse(db: TenantDb, use: CouponUseRow): Promise<void> {
  await db('coupon_uses').insert(use).onConflict('intent_id').ignore();
}

export interface CouponFilters {
  readonly search: string;
  readonly state: 'all' | 'active' | 'scheduled' | 'ended' | 'used_up' | 'off';
  readonly sort: 'date' | 'code';
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** A coupon with its uses and what they brought in, after what went back. */
export interface CountedCoupon extends CouponRow, PriceSums {}

export async function listCouponRows(
  db: TenantDb,
  filters: CouponFilters,
  now: Date,
): Promise<{ rows: CountedCoupon[]; total: number }> {
  const from = sql`from ${table('coupons')} c where ${matching(filters, now)}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const way = filters.direction === 'asc' ? sql`asc` : sql`desc`;
  const order = filters.sort === 'code' ? sql`c.code ${way}` : sql`c.created_at ${way}, c.id ${way}`;
  const rows = await sql<CountedCoupon>`
    select c.*, s.* from (select c.* ${from} order by ${order} limit ${filters.limit} offset ${filters.offset}) c
    cross join lateral (${sumsOf(sql`c.id`)}) s order by ${order}`.all(db);
  return { rows, total };
}

export const findCountedCoupon = async (db: TenantDb, id: string): Promise<CountedCoupon | null> =>
  (
    await sql<CountedCoupon>`
      select c.*, s.* from ${table('coupons')} c cross join lateral (${sumsOf(sql`c.id`)}) s where c.id = ${id}`.all(db)
  )[0] ?? null;

const sumsOf = (couponId: Sql): Sql =>
  priceSumsOf(
    sql`select intent_id, is_renewal, saved_minor from ${table('coupon_uses')} where coupon_id = ${couponId}`,
  );

function matching({ search, state }: CouponFilters, now: Date): Sql {
  const isOn = sql`c.switched_off_at is null`;
  const isStarted = sql`(c.starts_at is null or c.starts_at <= ${now})`;
  const isOver = sql`(c.ends_at is not null and c.ends_at <= ${now})`;
  const isUsedUp = sql`(c.max_uses is not null and c.max_uses <= (
    select count(*) from ${table('coupon_uses')} u join (${countingIntents}) i on i.id = u.intent_id
    where u.coupon_id = c.id and not u.is_renewal))`;
  const states = {
    all: sql`true`,
    off: sql`not ${isOn}`,
    scheduled: sql`${isOn} and not ${isStarted}`,
    ended: sql`${isOn} and ${isStarted} and ${isOver}`,
    used_up: sql`${isOn} and ${isStarted} and not ${isOver} and ${isUsedUp}`,
    active: sql`${isOn} and ${isStarted} and not ${isOver} and not ${isUsedUp}`,
  };
  return search === '' ? states[state] : sql`${states[state]} and position(${search} in c.code) > 0`;
}

export interface CouponPayment {
  readonly id: string;
  readonly userId: string;
  readonly at: Date;
  readonly isRenewal: boolean;
  readonly state: 'open' | 'held' | 'succeeded';
  readonly leftMinor: number;
  readonly savedMinor: number;
  readonly currency: string;
}

/** Payments at its price, the newest first. */
export async function listUses(
  db: TenantDb,
  couponId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: CouponPayment[]; total: number }> {
  const from = sql`from ${table('coupon_uses')} u join (${countingIntents}) i on i.id = u.intent_id where u.coupon_id = ${couponId}`;
  const { total } = await sql<{ total: number }>`select count(*)::int as total ${from}`.one(db);
  const rows = await sql<CouponPayment>`
    select u.intent_id as id, u.user_id as "userId", u.created_at as at, u.is_renewal as "isRenewal", i.state,
      i.left_minor as "leftMinor", i.currency, case when i.is_as_priced then u.saved_minor else 0 end as "savedMinor"
    ${from} order by u.created_at desc, u.intent_id desc limit ${limit} offset ${offset}`.all(db);
  return { rows, total };
}
