import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { isFirstPeriodFree, type Promotion } from '@backlot/domain/money/promotion';
import { countingIntents } from '../checkout/index.ts';
import { insertUse, type PromotionRow } from './promotion-rows.ts';

/** A payment at a promotion's price. */
export interface PromotedPayment {
  readonly intentId: string;
  readonly userId: string;
  readonly promotionId: string;
  readonly savedMinor: number;
  readonly isRenewal: boolean;
  readonly now: Date;
}

/** For reports. Whether it bought anything is told by how its intent ends. */
export const notePromotionUse = (db: TenantDb, payment: PromotedPayment): Promise<void> =>
  insertUse(db, {
    intent_id: payment.intentId,
    promotion_id: payment.promotionId,
    user_id: payment.userId,
    is_renewal: payment.isRenewal,
    saved_minor: Math.max(0, payment.savedMinor),
    created_at: payment.now,
  });

/**
 * Ids of those of these promotions whose free first period a person had, or is about to have: also where they withdrew from
 * it, were refunded or came back. No statement where none of them begins with one.
 */
export async function listFreePeriodsHad(
  db: TenantDb,
  userId: string | null,
  promotions: readonly Promotion[],
): Promise<readonly string[]> {
  const free = promotions.filter(isFirstPeriodFree).map(({ id }) => id);
  if (userId === null || free.length === 0) return [];
  const had = await sql<{ id: string }>`
    select distinct u.promotion_id as id from ${table('promotion_uses')} u join (${countingIntents}) i on i.id = u.intent_id
    where u.user_id = ${userId} and u.promotion_id = any(${free}::uuid[]) and not u.is_renewal`.all(db);
  return had.map(({ id }) => id);
}

/** What a list of the payments at its price calls it by. */
export const findPromotionName = async (
  db: TenantDb,
  id: string,
): Promise<Pick<PromotionRow, 'id' | 'type' | 'ribbon_text'> | null> =>
  (await db('promotions').where({ id }).first('id', 'type', 'ribbon_text')) ?? null;

/** The payments at a promotion's price, to stand in another feature's statement. */
export const intentsAtPromotion = (promotionId: string): Sql =>
  sql`select intent_id from ${table('promotion_uses')} where promotion_id = ${promotionId}`;
