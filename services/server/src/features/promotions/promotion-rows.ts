import type { PromotionAudience, PromotionType } from '@backlot/contracts/promotions';
import type { TableOf, TenantDb } from '@backlot/database';
import type { Promotion } from '@backlot/domain/money/promotion';

export interface PromotionRow {
  id: string;
  type: PromotionType;
  applicable_to: PromotionAudience;
  ribbon_text: string;
  starts_at: Date;
  /** Milliseconds of one run. */
  run_ms: number;
  repeats: boolean;
  percent: number | null;
  initial_minor: number | null;
  recurring_minor: number | null;
  initial_period_days: number | null;
  currency: string;
  ended_at: Date | null;
  /** Null for one whose time was up. */
  ended_by: string | null;
  created_by: string | null;
}

export interface PromotionUseRow {
  intent_id: string;
  promotion_id: string;
  user_id: string;
  is_renewal: boolean;
  saved_minor: number;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    promotions: TableOf<PromotionRow>;
    promotion_uses: TableOf<PromotionUseRow>;
  }
}

/** The row as the rules know a promotion. */
export const promotionOf = (row: PromotionRow): Promotion => ({
  id: row.id,
  type: row.type,
  audience: row.applicable_to,
  startsAt: row.starts_at,
  durationMs: row.run_ms,
  repeats: row.repeats,
  endedAt: row.ended_at,
  ribbonText: row.ribbon_text,
  currency: row.currency,
  ...(row.percent === null ? {} : { percent: row.percent }),
  ...(row.initial_minor === null ? {} : { initialMinor: row.initial_minor }),
  ...(row.recurring_minor === null ? {} : { recurringMinor: row.recurring_minor }),
  ...(row.initial_period_days === null ? {} : { initialPeriodDays: row.initial_period_days }),
});

/** Those that nobody has ended and none has followed: two at most, whose time may be up. */
export const listOpen = (db: TenantDb): Promise<PromotionRow[]> => db('promotions').whereNull('ended_at');

/** Changes of promotions of a type go one after the other, and purchases read what was before or after. */
export const lockOpen = (db: TenantDb, type: PromotionType): Promise<PromotionRow[]> =>
  db('promotions').where({ type }).whereNull('ended_at').forUpdate();

export const lockPromotion = async (db: TenantDb, id: string): Promise<PromotionRow | null> =>
  (await db('promotions').where({ id }).forUpdate().first()) ?? null;

/** Null when one of its type was started meanwhile. */
export async function insertPromotion(db: TenantDb, promotion: PromotionRow): Promise<PromotionRow | null> {
  const [row] = await db('promotions').insert(promotion).onConflict().ignore().returning('*');
  return row ?? null;
}

export async function closePromotion(db: TenantDb, id: string, at: Date, by: string | null): Promise<void> {
  await db('promotions').where({ id }).update({ ended_at: at, ended_by: by });
}

/** Once a payment, however often it is told of. */
export async function insertUse(db: TenantDb, use: PromotionUseRow): Promise<void> {
  await db('promotion_uses').insert(use).onConflict('intent_id').ignore();
}
