import { toWire } from '@backlot/domain/money/money';
import { membershipBase, type PriceSettings } from '@backlot/domain/money/price';
import {
  defaultPromotionPercent,
  isMembershipFree,
  type PromotionDuration,
} from '@backlot/domain/money/promotion-terms';
import type { PromotionAudience, PromotionInput, PromotionType } from '@backlot/contracts/promotions';
import { readSetting, type SettingValues } from '../../lib/settings.ts';

/** A promotion as it is typed. */
export interface PromotionDraft {
  readonly type: PromotionType;
  /** Hours, or the end of a day or month. */
  readonly duration: string;
  readonly repeats: boolean;
  /** Null until it is typed: the ribbon then says what the terms suggest. */
  readonly ribbonText: string | null;
  readonly audience: PromotionAudience;
  readonly percent: string;
  readonly initial: string;
  readonly recurring: string;
  /** Days; 30 is a month. */
  readonly period: string;
}

/** The site's prices, by the names that the rules know them by. */
export const pricesIn = (values: SettingValues, currency: string): PriceSettings => ({
  membership_price: readSetting(values, 'membership_price') ?? 0,
  recurring_membership_price: readSetting(values, 'recurring_membership_price') ?? 0,
  returning_membership_price: readSetting(values, 'returning_membership_price') ?? 0,
  returning_recurring_membership_price: readSetting(values, 'returning_recurring_membership_price') ?? 0,
  enable_promotion: true,
  enable_coupons: false,
  currency,
});

/** PROMO-19, PROMO-24, PROMO-27: a free first month and then the usual price, or half the price of every post. */
export function newDraft(prices: PriceSettings, asked: string | null): PromotionDraft {
  const isOfPosts = isMembershipFree(prices) || asked === 'LOCKED_CONTENT';
  return {
    type: isOfPosts ? 'LOCKED_CONTENT' : 'SUBSCRIPTION',
    duration: '168',
    repeats: false,
    ribbonText: null,
    audience: 'ALL_USERS',
    percent: String(defaultPromotionPercent),
    initial: '0',
    recurring: String(toWire(membershipBase(prices, false).recurring)),
    period: '30',
  };
}

/** What a ribbon says that nobody has worded yet; a text id with its values, or the site's own default. */
export type SuggestedText =
  | { readonly text: string }
  | { readonly id: 'promotion-ribbon-posts'; readonly percent: string }
  | {
      readonly id: 'promotion-ribbon-free-days' | 'promotion-ribbon-first-days';
      readonly count: number;
      readonly amount: number;
    }
  | { readonly id: 'promotion-ribbon-first-month'; readonly amount: number };

export function suggestedText(draft: PromotionDraft, values: SettingValues): SuggestedText {
  if (draft.type === 'LOCKED_CONTENT') return { id: 'promotion-ribbon-posts', percent: draft.percent };
  const amount = numberOf(draft.initial) ?? 0;
  const days = Number(draft.period);
  if (days < 30)
    return { id: amount === 0 ? 'promotion-ribbon-free-days' : 'promotion-ribbon-first-days', count: days, amount };
  if (amount > 0) return { id: 'promotion-ribbon-first-month', amount };
  return { text: readSetting(values, 'promotion_default_ribbon_text') ?? '' };
}

/** What is sent; what is no number is told of. */
export function inputOf(draft: PromotionDraft, ribbonText: string): PromotionInput {
  const duration = durationOf(draft.duration);
  const shared = {
    type: draft.type,
    date_expire: duration,
    is_repeat_promotion: draft.repeats && typeof duration === 'number',
    ribbon_text: ribbonText,
  };
  if (draft.type === 'LOCKED_CONTENT')
    return { ...shared, applicable_to: 'ALL_USERS', discount_percentage: Number(draft.percent) };
  const initial = numberOf(draft.initial);
  return {
    ...shared,
    applicable_to: draft.audience,
    subscription_initial_amount: initial,
    subscription_recurring_amount: numberOf(draft.recurring),
    initial_period: Number(draft.period),
    is_trial_offer: initial === 0,
  };
}

const durationOf = (chosen: string): PromotionDuration =>
  chosen === 'end_of_day' || chosen === 'end_of_month' ? chosen : Number(chosen);

/** Null for what is no amount. */
function numberOf(text: string): number | null {
  const typed = text.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? Number(typed) : null;
}
