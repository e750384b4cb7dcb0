import { dayIn, daysBefore, instantAt } from '../formats/dates.ts';
import type { Instant } from '../formats/when.ts';
import type { Period } from '../money/price.ts';

/** Days that providers which charge by themselves count for a month. */
export const monthDays = 30;

/** Days that such a provider counts for a period. */
export const daysOf = ({ unit, count }: Period): number => (unit === 'month' ? count * monthDays : count);

/**
 * When a day begins that a provider names by its date alone (YYYY-MM-DD): not before it begins on the provider's calendar, and
 * on the site's it is that date too, as a date is one on screen, in mail and in billing (DECISIONS 52). Zones are IANA's; null
 * for what is no date.
 */
export function providerDay(day: string, providerZone: string, siteZone: string): Date | null {
  const [there, here] = [instantAt(day, '00:00', providerZone), instantAt(day, '00:00', siteZone)];
  return there === null || here === null || there > here ? there : here;
}

/** The day on which it charges, so many of its days after an instant. */
export const providerDayAfter = (at: Instant, count: number, providerZone: string, siteZone: string): Date =>
  providerDay(daysBefore(dayIn(at, providerZone), -count), providerZone, siteZone)!;
