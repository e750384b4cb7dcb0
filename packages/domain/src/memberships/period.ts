import type { Period } from '../money/price.ts';
import type { Instant } from '../formats/when.ts';
import { dayMs, msOf } from '../formats/when.ts';

/**
 * The anchor plus n months in UTC, on the anchor's day where the month has it and on its last day where not:
 * 31 January gives 28 February and then 31 March again. The time of day stays.
 */
export function nextPeriodEnd(anchor: Instant, months: number): Date {
  const at = new Date(msOf(anchor));
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return new Date(
    Date.UTC(
      at.getUTCFullYear(),
      at.getUTCMonth() + months,
      Math.min(at.getUTCDate(), lastDay),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
      at.getUTCMilliseconds(),
    ),
  );
}

/** Where a membership's months are counted from, and how many have been bought of them. */
export interface Term {
  readonly anchorAt: Date;
  readonly months: number;
}

/** A first period of days moves the anchor to its end; one of months begins at once. `null` is for ever. */
export function firstTerm(start: Instant, period: Period | null): Term {
  const anchorAt = new Date(msOf(start) + (period?.unit === 'day' ? period.count * dayMs : 0));
  return { anchorAt, months: period?.unit === 'month' ? period.count : 0 };
}

export const termEnd = (term: Term): Date => nextPeriodEnd(term.anchorAt, term.months);
