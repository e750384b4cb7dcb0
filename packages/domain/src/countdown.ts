import type { Instant } from './when.ts';
import { dayMs, hourMs, msOf } from './when.ts';

export interface Countdown { readonly days: number; readonly hours: number; readonly minutes: number; readonly seconds: number }

/** What is left until an end, in whole seconds rounded up; null once it has come (PROMO-05). */
export function countdown(endsAt: Instant, now: Instant): Countdown | null {
  const left = msOf(endsAt) - msOf(now);
  if (left <= 0) return null;
  const rounded = Math.ceil(left / 1000) * 1000;
  return {
    days: Math.floor(rounded / dayMs), hours: Math.floor((rounded % dayMs) / hourMs),
    minutes: Math.floor((rounded % hourMs) / 60_000), seconds: Math.floor((rounded % 60_000) / 1000),
  };
}
