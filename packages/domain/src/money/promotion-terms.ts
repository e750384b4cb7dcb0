import { endOfDay, endOfMonth } from '../formats/dates.ts';
import type { Instant } from '../formats/when.ts';
import { hourMs, msOf } from '../formats/when.ts';
import { fromWire, type Minor, minorOf } from './money.ts';
import { isSaving, membershipBase, type PriceSettings } from './price.ts';
import type { PromotionAudience } from './promotion.ts';

/** PROMO-23, PROMO-24. */
export const leastPromotionPercent = 10;
export const mostPromotionPercent = 80;
export const defaultPromotionPercent = 50;

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

/** PROMO-12: of a run that is told in hours. A month of 31 days has one more where the clocks go back. */
const mostPromotionHours = 31 * 24 + 1;

/** PROMO-25: what is offered besides the end of the day and of the month: 1 to 24 hours, and 2 to 30 days in hours. */
export const promotionHours: readonly number[] = [
  ...upTo(24),
  ...upTo(30)
    .slice(1)
    .map((days) => days * 24),
];

/** PROMO-26: days of the first period; the last means a month. */
export const promotionPeriods: readonly number[] = upTo(30);

/** Hours, or until the site's day or month ends. */
export type PromotionDuration = number | 'end_of_day' | 'end_of_month';

/** How long the run takes that begins now. */
export function promotionRunMs(duration: PromotionDuration, now: Instant, timeZone: string): number {
  if (typeof duration === 'number') return duration * hourMs;
  const end = duration === 'end_of_day' ? endOfDay(now, timeZone) : endOfMonth(now, timeZone);
  return msOf(end) - msOf(now);
}

/** PROMO-14: what is said before a promotion that repeats is saved. */
export function repeatTextOf(hours: number): {
  readonly id: 'promotion-repeat-1-hour' | 'promotion-repeat-n-hours' | 'promotion-repeat-n-days';
  readonly n: number;
} {
  if (hours === 1) return { id: 'promotion-repeat-1-hour', n: 1 };
  return hours > 24 ? { id: 'promotion-repeat-n-days', n: hours / 24 } : { id: 'promotion-repeat-n-hours', n: hours };
}

/** PROMO-19: where a membership costs nothing there is nothing to lower. */
export const isMembershipFree = (
  settings: Pick<PriceSettings, 'membership_price' | 'recurring_membership_price'>,
): boolean => settings.membership_price === 0 && settings.recurring_membership_price === 0;

/** What a promotion is made of, as it is typed and sent. */
export interface PromotionTerms {
  readonly type: 'SUBSCRIPTION' | 'LOCKED_CONTENT';
  readonly date_expire: PromotionDuration;
  readonly is_repeat_promotion?: boolean | undefined;
  readonly applicable_to?: PromotionAudience | undefined;
  readonly discount_percentage?: number | null | undefined;
  readonly subscription_initial_amount?: number | null | undefined;
  readonly subscription_recurring_amount?: number | null | undefined;
  readonly initial_period?: number | null | undefined;
  readonly is_trial_offer?: boolean | undefined;
}

export type PromotionProblem =
  | 'promotion-duration'
  | 'promotion-repeat-duration'
  | 'promotion-audience'
  | 'promotion-percentage-range'
  | 'promotion-amount-required'
  | 'promotion-period-range'
  | 'promotion-costs-more'
  | 'promotion-saves-nothing'
  | 'promotion-free-membership';

interface Problem {
  readonly field: keyof PromotionTerms;
  readonly code: PromotionProblem;
}

/** What is wrong with a promotion, by field; empty when it may start. */
export function promotionProblems(terms: PromotionTerms, settings: PriceSettings): readonly Problem[] {
  const problems: Problem[] = [];
  const { date_expire: duration } = terms;
  if (typeof duration === 'number' && !isPromotionHours(duration))
    problems.push({ field: 'date_expire', code: 'promotion-duration' });
  if (terms.is_repeat_promotion && typeof duration !== 'number')
    problems.push({ field: 'is_repeat_promotion', code: 'promotion-repeat-duration' });
  return [...problems, ...(terms.type === 'SUBSCRIPTION' ? ofMembership(terms, settings) : ofPosts(terms))];
}

/** The documents' callers send the end of the day or month in hours as well. */
const isPromotionHours = (hours: number): boolean =>
  Number.isInteger(hours) && hours >= 1 && hours <= mostPromotionHours;

function ofPosts({ applicable_to: audience, discount_percentage: percent }: PromotionTerms): Problem[] {
  const problems: Problem[] = [];
  // DECISIONS 15: only members buy posts, and none of them is new.
  if (audience !== undefined && audience !== 'ALL_USERS')
    problems.push({ field: 'applicable_to', code: 'promotion-audience' });
  const isRight =
    percent != null && Number.isInteger(percent) && percent >= leastPromotionPercent && percent <= mostPromotionPercent;
  if (!isRight) problems.push({ field: 'discount_percentage', code: 'promotion-percentage-range' });
  return problems;
}

function ofMembership(terms: PromotionTerms, settings: PriceSettings): Problem[] {
  if (isMembershipFree(settings)) return [{ field: 'type', code: 'promotion-free-membership' }];
  const problems: Problem[] = [];
  const { initial, recurring } = membershipAmounts(terms);
  if (initial === null) problems.push({ field: 'subscription_initial_amount', code: 'promotion-amount-required' });
  if (recurring === null) problems.push({ field: 'subscription_recurring_amount', code: 'promotion-amount-required' });
  if (terms.initial_period != null && !promotionPeriods.includes(terms.initial_period))
    problems.push({ field: 'initial_period', code: 'promotion-period-range' });
  if (initial === null || recurring === null) return problems;
  const bases = pastsOf(terms.applicable_to).map((isSubscribedEver) => membershipBase(settings, isSubscribedEver));
  if (bases.every((base) => initial > base.initial))
    problems.push({ field: 'subscription_initial_amount', code: 'promotion-costs-more' });
  if (bases.every((base) => recurring > base.recurring))
    problems.push({ field: 'subscription_recurring_amount', code: 'promotion-costs-more' });
  if (problems.length === 0 && !bases.some((base) => isSaving({ initial, recurring }, base)))
    problems.push({ field: 'subscription_initial_amount', code: 'promotion-saves-nothing' });
  return problems;
}

/** Who of an audience pays which of the site's prices: with a past here, or without. */
const pastsOf = (audience: PromotionAudience = 'ALL_USERS'): readonly boolean[] =>
  audience === 'ALL_USERS' ? [false, true] : [audience === 'OLD_USERS'];

/** The two prices in minor units; null for what is no amount. */
export const membershipAmounts = ({
  is_trial_offer: isTrial,
  subscription_initial_amount: initial,
  subscription_recurring_amount: recurring,
}: PromotionTerms): { readonly initial: Minor | null; readonly recurring: Minor | null } => ({
  initial: isTrial ? minorOf(0) : priceIn(initial),
  recurring: priceIn(recurring),
});

function priceIn(amount: number | null | undefined): Minor | null {
  const minor = fromWire(amount);
  return minor !== null && minor >= 0 ? minor : null;
}
