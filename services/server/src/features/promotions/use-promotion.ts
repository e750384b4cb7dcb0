import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
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

/** What a list of the payments at its price calls it by. */
export const findPromotionName = async (
  db: TenantDb,
  id: string,
): Promise<Pick<PromotionRow, 'id' | 'type' | 'ribbon_text'> | null> =>
  (await db('promotions').where({ id }).first('id', 'type', 'ribbon_text')) ?? null;

/** The payments at a promotion's price, to stand in another feature's statement. */
export const intentsAtPromotion = (promotionId: string): Sql =>
  sql`select intent_id from ${table('promotion_uses')} where promotion_id = ${promotionId}`;
