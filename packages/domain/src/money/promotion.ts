import type { Minor } from './money.ts';
import type { Instant } from '../formats/when.ts';
import { msOf } from '../formats/when.ts';

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
  /** Of these amounts: where the site has taken another since, they are none of its prices. */
  readonly currency?: string;
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

export const isPromotionRunning = (promotion: Promotion, now: Instant): boolean =>
  promotionEndsAt(promotion, now) !== null;

/** New is who never subscribed here; a guest counts as new (PROMO-04). */
export function isInAudience(audience: PromotionAudience, hasEverSubscribed: boolean): boolean {
  if (audience === 'ALL_USERS') return true;
  return audience === (hasEverSubscribed ? 'OLD_USERS' : 'NEW_USERS');
}

/** A trial: nothing is paid at first. */
export const isFirstPeriodFree = ({ type, initialMinor }: Promotion): boolean =>
  type === 'SUBSCRIPTION' && initialMinor === 0;

const postTypes: ReadonlySet<PromotionType> = new Set(['LOCKED_CONTENT', 'EXCLUSIVE_CONTENT_AND_MASS_MESSAGE']);
export const isForPosts = (promotion: Promotion): boolean => postTypes.has(promotion.type);
export type RibbonPosition = 'above menu' | 'above hero' | 'below hero';
