import { describe, expect, it } from 'vitest';
import { monthBounds, monthsBefore } from './dates.ts';

describe('a month of the calendar', () => {
  it.each([
    ['2026-03', 'UTC', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    // The clocks change within it.
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-12', 'Asia/Tokyo', '2026-11-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
    ['2028-02', 'Pacific/Auckland', '2028-01-31T11:00:00.000Z', '2028-02-29T11:00:00.000Z'],
    ['2099-12', 'UTC', '2099-12-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'],
  ])('%s in %s begins and ends at midnight there', (month, timeZone, from, to) => {
    expect(monthBounds(month, timeZone)).toEqual({ from: new Date(from), to: new Date(to) });
  });

  it.each([
    ['2026-03', 0, '2026-03'],
    ['2026-03', 2, '2026-01'],
    ['2026-01', 1, '2025-12'],
    ['2026-03', 27, '2023-12'],
  ])('%s less %i is %s', (month, count, earlier) => {
    expect(monthsBefore(month, count)).toBe(earlier);
  });
});
