import type { MembershipQuote } from '@backlot/domain/money/price';
import type { SeriesTerms } from '@backlot/payments';

/** Providers that charge by themselves count days. */
export const monthDays = 30;

/** How a provider that charges later payments by itself is to do it; nothing where none follow. */
export function seriesTerms({ recurringMinor, firstPeriod }: Pick<MembershipQuote, 'recurringMinor' | 'firstPeriod'>): {
  readonly series?: SeriesTerms;
} {
  if (recurringMinor <= 0 || firstPeriod === null) return {};
  const firstDays = firstPeriod.unit === 'month' ? firstPeriod.count * monthDays : firstPeriod.count;
  return { series: { firstDays, laterMinor: recurringMinor, laterDays: monthDays } };
}
