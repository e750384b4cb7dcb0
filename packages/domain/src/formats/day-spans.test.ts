import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBefore } from './dates.ts';
import { atMostDays, daysIn, spanBefore, splitSpan } from './day-spans.ts';

const last = (count: number, to = '2026-03-31') => ({ from: daysBefore(to, count - 1), to });

describe('a span of days', () => {
  it.each([
    [last(1), { from: '2026-03-30', to: '2026-03-30' }],
    [last(7), { from: '2026-03-18', to: '2026-03-24' }],
    // The clocks change in between; a day is a day.
    [last(30), { from: '2026-01-31', to: '2026-03-01' }],
    [last(365), { from: '2024-04-01', to: '2025-03-31' }],
  ])('of %j comes after %j', (span, before) => {
    expect(spanBefore(span)).toEqual(before);
  });

  it('of as many days as may be shown stays, a longer one keeps the end that it is told to', () => {
    expect(atMostDays(last(366), 366, 'from')).toEqual(last(366));
    const long = last(367);
    expect(atMostDays(long, 366, 'to')).toEqual(last(366));
    expect(atMostDays(long, 366, 'from')).toEqual({ from: long.from, to: '2026-03-30' });
  });

  it.each([
    [1, 1, 1],
    [30, 30, 1],
    [92, 92, 1],
    [93, 13, 9],
    [95, 14, 4],
    [365, 52, 8],
    [366, 52, 9],
    [700, 25, 28],
    [9600, 26, 500],
  ])('of %i days has %i parts, the first of %i days', (days, parts, first) => {
    const split = splitSpan(last(days));
    expect([split.length, daysIn(split[0]!)]).toEqual([parts, first]);
  });

  it('is the whole of its parts, one after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12_000 }), (days) => {
        const span = last(days);
        const parts = splitSpan(span);
        expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([span.from, span.to]);
        for (const [at, part] of parts.entries())
          expect(daysBefore(part.from, 1)).toBe(parts[at - 1]?.to ?? spanBefore(span).to);
      }),
    );
  });
});
