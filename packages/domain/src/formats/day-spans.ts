import { daysBefore } from './dates.ts';
import { dayMs } from './when.ts';

/** Days of a calendar as `2026-03-31`, the first and the last included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** More parts than this are too narrow to tell apart in a chart. */
const mostParts = 92;
/** How many days a part may have: whole weeks, so that each part has every weekday as often. */
const partLengths = [1, 7, 28, 91, 364];

export const daysIn = ({ from, to }: DaySpan): number => Math.round((noonOf(to) - noonOf(from)) / dayMs) + 1;

/** The span, or so many days of it as may be shown: from its first one on, or up to its last. */
export function atMostDays(span: DaySpan, most: number, keeps: 'from' | 'to'): DaySpan {
  if (daysIn(span) <= most) return span;
  return keeps === 'from'
    ? { from: span.from, to: daysBefore(span.from, 1 - most) }
    : { from: daysBefore(span.to, most - 1), to: span.to };
}

/** As many days as the span has, right before it. */
export const spanBefore = (span: DaySpan): DaySpan => ({
  from: daysBefore(span.from, daysIn(span)),
  to: daysBefore(span.from, 1),
});

/**
 * A span in parts of equal length that end with it: days, and weeks of more than a quarter. What is left at the
 * beginning is a part of its own, or belongs to the first one when it is less than half of one.
 */
export function splitSpan(span: DaySpan): readonly DaySpan[] {
  const days = daysIn(span);
  const length = partLengths.find((some) => days / some <= mostParts) ?? Math.ceil(days / mostParts);
  const rest = days % length;
  const count = Math.max(1, Math.floor(days / length) + (rest * 2 >= length ? 1 : 0));
  return Array.from({ length: count }, (_, part) => {
    const after = (count - 1 - part) * length;
    return {
      from: part === 0 ? span.from : daysBefore(span.to, after + length - 1),
      to: daysBefore(span.to, after),
    };
  });
}

const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
