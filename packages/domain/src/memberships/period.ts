import type { Period } from '../money/price.ts';
import { clockIn, daysBefore, instantAt } from '../formats/dates.ts';
import type { Instant } from '../formats/when.ts';
import { msOf } from '../formats/when.ts';

/**
 * The anchor plus n months on the calendar of a zone, on the anchor's day where the month has it and on its last day where
 * not: 31 January gives 28 February and then 31 March again. The time on the wall stays, also where the clocks change.
 */
export function nextPeriodEnd(anchor: Instant, months: number, timeZone: string): Date {
  if (months === 0) return new Date(msOf(anchor));
  const { date } = clockIn(anchor, timeZone);
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return sameTimeOn(
    new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10),
    anchor,
    timeZone,
  );
}

/** The instant of another day (YYYY-MM-DD) at which the zone's clock shows what it shows at this one. */
function sameTimeOn(day: string, instant: Instant, timeZone: string): Date {
  const minute = instantAt(day, clockIn(instant, timeZone).time, timeZone);
  if (minute === null) throw new RangeError(`${day} is no day of the calendar.`);
  return new Date(minute.getTime() + (msOf(instant) % 60_000));
}

/** Where a membership's months are counted from, on whose calendar, and how many have been bought of them. */
export interface Term {
  readonly anchorAt: Date;
  readonly months: number;
  /** The site's zone when the membership began (IANA). */
  readonly timeZone: string;
}

/** A first period of days moves the anchor to its end; one of months begins at once. `null` is for ever. */
export function firstTerm(start: Instant, period: Period | null, timeZone: string): Term {
  const anchorAt =
    period?.unit === 'day'
      ? sameTimeOn(daysBefore(clockIn(start, timeZone).date, -period.count), start, timeZone)
      : new Date(msOf(start));
  return { anchorAt, months: period?.unit === 'month' ? period.count : 0, timeZone };
}

export const termEnd = ({ anchorAt, months, timeZone }: Term): Date => nextPeriodEnd(anchorAt, months, timeZone);
