import type { PromotionReport, PromotionView } from '@backlot/contracts/promotions';
import { toWire } from '@backlot/domain/money/money';
import { promotionEndsAt, type Promotion } from '@backlot/domain/money/promotion';
import type { Settings } from '@backlot/domain/settings';
import { presentPriceSums } from '../checkout/index.ts';
import type { CountedPromotion } from './promotion-reports.ts';
import { promotionOf } from './promotion-rows.ts';

/** Null for one that does not run. */
export function presentRunning(promotion: Promotion, timeZone: string, now: Date): PromotionView | null {
  const end = promotionEndsAt(promotion, now);
  if (end === null) return null;
  const endsAt = new Date(end).toISOString();
  return { ...presentTerms(promotion, timeZone), ends_at: endsAt, date_expire: endsAt };
}

type Terms = Omit<PromotionView, 'ends_at' | 'date_expire'>;

const presentTerms = (promotion: Promotion, timeZone: string): Terms => ({
  _id: promotion.id,
  type: promotion.type === 'SUBSCRIPTION' ? 'SUBSCRIPTION' : 'LOCKED_CONTENT',
  applicable_to: promotion.audience,
  ribbon_text: promotion.ribbonText ?? '',
  is_repeat_promotion: promotion.repeats,
  discount_percentage: promotion.percent ?? null,
  subscription_initial_amount: promotion.initialMinor === undefined ? null : toWire(promotion.initialMinor),
  subscription_recurring_amount: promotion.recurringMinor === undefined ? null : toWire(promotion.recurringMinor),
  initial_period: promotion.initialPeriodDays ?? null,
  is_trial_offer: promotion.initialMinor === 0,
  currency: promotion.currency ?? '',
  timezone: timeZone,
});

export function presentReport(
  row: CountedPromotion,
  { timezone: timeZone, currency }: Pick<Settings, 'timezone' | 'currency'>,
  now: Date,
): PromotionReport {
  const promotion = promotionOf(row);
  const end = promotionEndsAt(promotion, now);
  const endsAt = end === null ? null : new Date(end).toISOString();
  const timeIsUp = new Date(row.starts_at.getTime() + row.run_ms);
  return {
    ...presentTerms(promotion, timeZone),
    ends_at: endsAt,
    date_expire: endsAt,
    started_at: row.starts_at.toISOString(),
    ended_at: end === null ? (row.ended_at ?? timeIsUp).toISOString() : null,
    is_ended_early: row.ended_by !== null,
    purchases: row.uses,
    renewals: row.renewals,
    ...presentPriceSums(row, currency),
  };
}
