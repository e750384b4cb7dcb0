import type { PromotionReport } from '@backlot/contracts/promotions';
import type { Resubscription } from '@backlot/contracts/resubscribe-offer';
import {
  couponStateTexts,
  couponTypeTexts,
  promotionAudienceText,
  promotionStateText,
  promotionTypeTexts,
} from '@backlot/domain/formats/offer-texts';
import { couponsOf } from '../coupons/index.ts';
import type { ExportLabels, ExportList } from '../exports/index.ts';
import { promotionReportsOf } from '../promotions/index.ts';

/** Coupons with their terms and what they brought in, after what went back. */
export const couponsExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    t('coupon-label'),
    t('coupon-discount'),
    t('coupon-first-payment'),
    t('coupon-each-renewal'),
    timed('coupon-first-day'),
    timed('coupon-last-day'),
    t('coupon-uses'),
    t('coupon-max-uses'),
    t('coupon-max-per-fan'),
    ...sumHeads(t),
    t('column-status'),
  ],
  rows: async ({ db, settings, ask, labels: { t, date }, now }, place) =>
    (await couponsOf(db, settings, ask.coupons ?? {}, place, now)).map((coupon) => [
      coupon.code,
      t(couponTypeTexts[coupon.discount_type]),
      coupon.discount_value_for_initial,
      coupon.discount_value_for_recurring,
      date(coupon.starts_at),
      date(coupon.ends_at && lastMoment(coupon.ends_at)),
      coupon.uses,
      coupon.max_uses,
      coupon.max_uses_per_user,
      ...sumsOf(coupon, settings.currency),
      t(couponStateTexts[coupon.state]),
    ]),
};

/** Promotions with their terms and what they brought in, after what went back. */
export const promotionsExport: ExportList = {
  head: ({ labels: { t, timed } }) => [
    t('promotion-ribbon'),
    t('promotion-of'),
    t('promotion-audience-label'),
    `${t('promotion-discount')} (%)`,
    t('promotion-first-payment'),
    t('promotion-each-month'),
    timed('promotion-started'),
    timed('promotion-ends'),
    t('promotion-purchases'),
    ...sumHeads(t),
    t('column-status'),
  ],
  rows: async ({ db, settings, ask, labels: { t, date }, now }, place) =>
    (await promotionReportsOf(db, settings, ask.promotions ?? {}, place, now)).map((promotion) => [
      promotion.ribbon_text,
      t(promotionTypeTexts[promotion.type]),
      t(promotionAudienceText(promotion)),
      promotion.discount_percentage,
      promotion.subscription_initial_amount,
      promotion.subscription_recurring_amount,
      date(promotion.started_at),
      date(promotion.ended_at ?? promotion.ends_at),
      promotion.purchases,
      ...sumsOf(promotion, settings.currency),
      t(promotionStateText(promotion.ended_at)),
    ]),
};

const sumHeads = (t: ExportLabels['t']): string[] => [
  t('resub-renewals'),
  t('coupon-first-payments'),
  t('resub-renewal-amount'),
  t('fans-saved'),
  t('column-currency'),
];

type Sums = Pick<PromotionReport, 'renewals' | 'first_amount' | 'renewal_amount' | 'saved_amount' | 'other_sums'>;

/** A file has one line for each: sums of several currencies stand beside each other, in the order of their names. */
function sumsOf({ renewals, other_sums: others = [], ...own }: Sums, currency: string): Array<number | string> {
  const all = [{ ...own, currency }, ...others];
  const each = <K extends keyof (typeof all)[number]>(key: K) =>
    all.length === 1 ? all[0]![key] : all.map((one) => one[key]).join('; ');
  return [renewals, each('first_amount'), each('renewal_amount'), each('saved_amount'), each('currency')];
}

/** Likewise of a resubscription, with its first payment and its renewals. */
export function resubscriptionSums(row: Resubscription, ofSite: string): Array<number | string> {
  const { first_amount: first, renewals, renewal_amount: later, currency = ofSite, other_amounts: others = [] } = row;
  const each = (own: number | string, other: (one: (typeof others)[number]) => number | string) =>
    others.length === 0 ? own : [own, ...others.map(other)].join('; ');
  return [each(first, () => 0), renewals, each(later, ({ amount }) => amount), each(currency, (one) => one.currency)];
}

/** The end is exclusive: its last day is the one before. */
const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString();
