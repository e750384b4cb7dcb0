import { dayMs, msOf, type Instant } from '@backlot/domain/formats/when';
import { daysOf } from '@backlot/domain/memberships/provider-days';
import type { Period } from '@backlot/domain/money/price';
import type { Succeeded } from '@backlot/payments';

/** Providers round to whole days of their own calendar. */
const roundingMs = 2 * dayMs;

/** The end of a period as a provider that counts days for months counts it; null where it has none. */
export const latestEnd = (from: Instant, period: Period | null): Date | null =>
  period === null ? null : new Date(msOf(from) + daysOf(period) * dayMs);

/**
 * When the provider charges next, as it told with the first charge of a series: the first period lasts until then. Null where it
 * told nothing, or a date that is more than two days after every end that was asked for. Whoever pays on a provider's page may
 * have had a hand in that date; what the provider's staff move later is told by itself.
 */
export function believedNext(series: Succeeded['series'] | null, ...ends: readonly (Instant | null)[]): Date | null {
  if (!series?.nextAt) return null;
  const told = new Date(series.nextAt);
  const asked = ends.filter((end) => end !== null).map(msOf);
  return asked.length > 0 && told.getTime() > Math.max(...asked) + roundingMs ? null : told;
}
