import type { MembershipQuote, Period } from '@backlot/domain/money/price';
import type { SeriesTerms } from '@backlot/payments';

/** Providers that charge by themselves count days. */
export const monthDays = 30;

/** How a provider that charges later payments by itself is to do it; nothing where none follow. */
export function seriesTerms({ recurringMinor, firstPeriod }: Pick<MembershipQuote, 'recurringMinor' | 'firstPeriod'>): {
  readonly series?: SeriesTerms;
} {
  if (recurringMinor <= 0 || firstPeriod === null) return {};
  return { series: { firstDays: daysOf(firstPeriod), laterMinor: recurringMinor, laterDays: monthDays } };
}

/** A quote whose first period lasts as long as such a provider counts it. */
export const inDays = (quote: MembershipQuote): MembershipQuote =>
  quote.firstPeriod === null ? quote : { ...quote, firstPeriod: { unit: 'day', count: daysOf(quote.firstPeriod) } };

const daysOf = ({ unit, count }: Period): number => (unit === 'month' ? count * monthDays : count);
