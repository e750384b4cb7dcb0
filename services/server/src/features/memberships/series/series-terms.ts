import { daysOf, monthDays } from '@backlot/domain/memberships/provider-days';
import type { MembershipQuote } from '@backlot/domain/money/price';
import type { SeriesTerms } from '@backlot/payments';

/** How a provider that charges later payments by itself is to do it; nothing where none follow. */
export function seriesTerms({ recurringMinor, firstPeriod }: Pick<MembershipQuote, 'recurringMinor' | 'firstPeriod'>): {
  readonly series?: SeriesTerms;
} {
  if (recurringMinor <= 0 || firstPeriod === null) return {};
  return { series: { firstDays: daysOf(firstPeriod), laterMinor: recurringMinor, laterDays: monthDays } };
}
