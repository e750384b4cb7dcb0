import { instantAt } from '../formats/dates.ts';
import { isRangeDay } from '../formats/range-day.ts';
import { nextPeriodEnd } from './period.ts';

/** Longer than that is nobody's intent. */
const mostMonths = 120;

interface AskedGift {
  readonly months?: number | undefined;
  /** The last day of it, on the site's calendar. */
  readonly end_date?: string | undefined;
}

export type GiftError =
  | { readonly field: 'months' | 'end_date'; readonly code: 'required' | 'date' }
  /** Gives nothing beyond what the fan has. */
  | { readonly field: 'end_date'; readonly code: 'gift-ends-early' }
  | { readonly field: 'end_date'; readonly code: 'gift-ends-late' };

/** The last minute of the day that staff named, or months from where the gift begins; or what is wrong with it. */
export function givenUntil(asked: AskedGift, from: Date, timeZone: string): { readonly until: Date } | GiftError {
  if (asked.months !== undefined) return { until: nextPeriodEnd(from, asked.months, timeZone) };
  if (asked.end_date === undefined) return { field: 'months', code: 'required' };
  if (!isRangeDay(asked.end_date)) return { field: 'end_date', code: 'date' };
  const until = instantAt(asked.end_date, '23:59', timeZone);
  if (until === null) return { field: 'end_date', code: 'date' };
  if (until <= from) return { field: 'end_date', code: 'gift-ends-early' };
  return until > nextPeriodEnd(from, mostMonths, timeZone) ? { field: 'end_date', code: 'gift-ends-late' } : { until };
}
