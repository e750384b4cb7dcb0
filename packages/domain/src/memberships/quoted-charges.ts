import type { Minor } from '../money/money.ts';
import type { MembershipQuote } from '../money/price.ts';
import type { Instant } from '../formats/when.ts';
import { firstTerm, termEnd } from './period.ts';

export interface QuotedCharges {
  /** Until when the first payment lasts; null for ever. */
  readonly periodEnd: Date | null;
  /** What is charged then, and every month after it; null when nothing ever is. */
  readonly next: { readonly amountMinor: Minor; readonly at: Date } | null;
}

/** The dates of a quote that is accepted at an instant, on the site's calendar (C13). */
export function quotedCharges(quote: MembershipQuote, at: Instant, timeZone: string): QuotedCharges {
  if (quote.firstPeriod === null) return { periodEnd: null, next: null };
  const periodEnd = termEnd(firstTerm(at, quote.firstPeriod, timeZone));
  return {
    periodEnd,
    next: quote.recurringMinor === 0 ? null : { amountMinor: quote.recurringMinor, at: periodEnd },
  };
}
