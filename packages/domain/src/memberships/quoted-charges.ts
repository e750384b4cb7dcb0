import type { Minor } from '../money/money.ts';
import type { MembershipQuote } from '../money/price.ts';
import type { Instant } from '../formats/when.ts';
import { firstTerm, termEnd } from './period.ts';
import { daysOf, providerDayAfter } from './provider-days.ts';

export interface QuotedCharges {
  /** Until when the first payment lasts; null for ever. */
  readonly periodEnd: Date | null;
  /** What is charged then, and every month after it; null when nothing ever is. */
  readonly next: { readonly amountMinor: Minor; readonly at: Date } | null;
}

/** Whose calendar says when a membership is charged. */
export interface ChargeCalendar {
  /** The site's zone (IANA). */
  readonly timeZone: string;
  /** The zone of a provider that charges by itself and counts its own days; null where the site charges, by months. */
  readonly providerZone: string | null;
}

/** The dates of a quote that is accepted at an instant (C13). */
export function quotedCharges(
  quote: MembershipQuote,
  at: Instant,
  { timeZone, providerZone }: ChargeCalendar,
): QuotedCharges {
  const { firstPeriod } = quote;
  if (firstPeriod === null) return { periodEnd: null, next: null };
  const periodEnd =
    providerZone === null
      ? termEnd(firstTerm(at, firstPeriod, timeZone))
      : providerDayAfter(at, daysOf(firstPeriod), providerZone, timeZone);
  return {
    periodEnd,
    next: quote.recurringMinor === 0 ? null : { amountMinor: quote.recurringMinor, at: periodEnd },
  };
}
