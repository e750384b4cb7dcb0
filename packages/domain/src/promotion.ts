import type { Minor } from './money.ts';
import { promotionPrice, promotionSaves } from './money.ts';
import type { Viewer } from './roles.ts';
import { isAdmin, isSubscribed } from './roles.ts';
import type { Instant } from './when.ts';
import { dayMs, hourMs, msOf } from './when.ts';

export type PromotionAudience = 'ALL_USERS' | 'NEW_USERS' | 'OLD_USERS';
export type PromotionType = 'SUBSCRIPTION' | 'LOCKED_CONTENT' | 'EXCLUSIVE_CONTENT_AND_MASS_MESSAGE' | 'MASS_MESSAGE';

export interface Promotion {
  readonly id: string;
  readonly type: PromotionType;
  readonly audience: PromotionAudience;
  readonly startsAt: Instant;
  /** Length of one run; `date_expire` in hours when saved (PROMO-12). */
  readonly durationMs: number;
  readonly repeats: boolean;
  readonly endedAt?: Instant | null;
  /** Locked content: 10 to 80. */
  readonly percent?: number;
  /** Subscription: what the first period and each later one cost. */
  readonly initialMinor?: Minor;
  readonly recurringMinor?: Minor;
  /** 1 to 29 days, or 30 meaning a month (PROMO-26). */
  readonly initialPeriodDays?: number;
  readonly ribbonText?: string;
}

/** The end of the run that `now` falls into, or null when the promotion is over. */
export function promotionEndsAt(promotion: Promotion, now: Instant): number | null {
  const at = msOf(now);
  const start = msOf(promotion.startsAt);
  if (promotion.endedAt != null && msOf(promotion.endedAt) <= at) return null;
  if (at < start || promotion.durationMs <= 0) return null;
  const run = Math.floor((at - start) / promotion.durationMs);
  if (run > 0 && !promotion.repeats) return null;
  return start + (run + 1) * promotion.durationMs;
}

export const isPromotionRunning = (promotion: Promotion, now: Instant): boolean => promotionEndsAt(promotion, now) !== null;

/** New is who never subscribed here; a guest counts as new (PROMO-04). */
export function isInAudience(audience: PromotionAudience, hasEverSubscribed: boolean): boolean {
  if (audience === 'ALL_USERS') return true;
  return audience === (hasEverSubscribed ? 'OLD_USERS' : 'NEW_USERS');
}

const postTypes: ReadonlySet<PromotionType> = new Set(['LOCKED_CONTENT', 'EXCLUSIVE_CONTENT_AND_MASS_MESSAGE']);
const messageTypes: ReadonlySet<PromotionType> = new Set(['LOCKED_CONTENT', 'EXCLUSIVE_CONTENT_AND_MASS_MESSAGE', 'MASS_MESSAGE']);

export const isForPosts = (promotion: Promotion): boolean => postTypes.has(promotion.type);
/** PROMO-34. */
export const isForMessages = (promotion: Promotion): boolean => messageTypes.has(promotion.type);

/**
 * PROMO-01 to PROMO-04: the promotion whose ribbon a viewer sees. `hasEverSubscribed` is the viewer's history here.
 */
export function ribbonPromotion(input: {
  readonly viewer: Viewer; readonly hasEverSubscribed: boolean; readonly promotions: readonly Promotion[];
  readonly settings: { readonly enable_promotion: boolean }; readonly now: Instant;
}): Promotion | null {
  if (!input.settings.enable_promotion) return null;
  const running = input.promotions.filter((promotion) => isPromotionRunning(promotion, input.now));
  const { viewer } = input;
  if (viewer && (isAdmin(viewer) || isSubscribed(viewer.status))) return running.find(isForPosts) ?? null;
  return running.find((promotion) =>
    promotion.type === 'SUBSCRIPTION' && isInAudience(promotion.audience, viewer !== null && input.hasEverSubscribed)) ?? null;
}

export type RibbonPosition = 'above menu' | 'above hero' | 'below hero';
const ribbonPages: ReadonlySet<string> = new Set(['/', '/home', '/tips', '/shop']);
const belowHeroPages: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

/** PROMO-09, PROMO-10. */
export const isRibbonOnPage = (path: string, position: RibbonPosition): boolean =>
  ribbonPages.has(path)
  || (position === 'below hero' && (belowHeroPages.has(path) || path === '/profile' || path.startsWith('/profile/')));

export const discountChoices: readonly number[] = [10, 20, 30, 40, 50, 60, 70, 80];
export const defaultDiscount = 50;
export const initialPeriodChoices: readonly number[] = Array.from({ length: 30 }, (_, index) => index + 1);

/** PROMO-25: 1 to 24 hours and 2 to 30 days, in hours. End of day and of month depend on the site's zone (`dates.ts`). */
export const durationChoicesHours: readonly number[] = [
  ...Array.from({ length: 24 }, (_, index) => index + 1),
  ...Array.from({ length: 29 }, (_, index) => (index + 2) * 24),
];

/** PROMO-14: the text of a repeating promotion and its number. */
export function repeatText(durationMs: number): { id: string; n: number } {
  if (durationMs === hourMs) return { id: 'promotion-repeat-1-hour', n: 1 };
  if (durationMs > dayMs && durationMs % dayMs === 0) return { id: 'promotion-repeat-n-days', n: durationMs / dayMs };
  return { id: 'promotion-repeat-n-hours', n: Math.round(durationMs / hourMs) };
}

/** Refused when saved: a discount that, rounded up to the dollar, saves nothing even on the dearest post allowed. */
export const doesPercentSave = (percent: number, dearest: Minor): boolean => promotionSaves(dearest, percent);

/** A price with its discount, and whether it may be shown struck through (PROMO-35). */
export function discounted(price: Minor, percent: number): { price: Minor; struckThrough: Minor | null } {
  const reduced = promotionPrice(price, percent);
  return { price: reduced, struckThrough: reduced < price ? price : null };
}
