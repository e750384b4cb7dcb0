import { describe, expect, it } from 'vitest';
import { isUnresolved, nextLookMs, nextReturnLookMs, type Watched } from './watch-times.ts';

const startedAt = new Date('2026-03-10T12:00:00Z');
const expiresAt = new Date('2026-03-10T12:15:00Z');
const minutes = 60_000;
const hours = 60 * minutes;
const at = (ms: number) => new Date(expiresAt.getTime() + ms);
const row = (state: Watched['state'], credited = 0): Watched => ({
  state,
  started_at: startedAt,
  expires_at: expiresAt,
  credited_minor: credited,
});

describe('our own looks at a payment', () => {
  it.each<[Watched['state'], number, number | null]>([
    ['waiting', -10 * minutes, minutes],
    // The last one comes right after the end of the quote.
    ['waiting', -20_000, 21_000],
    ['processing', 0, 1_000],
    ['waiting', 1, 2 * minutes],
    ['cancelled', hours, 10 * minutes],
    ['cancelled', 24 * hours - 1, 10 * minutes],
    ['cancelled', 24 * hours, null],
    ['confirmed', hours, hours],
    ['confirmed', 8 * 24 * hours - 1, hours],
    ['confirmed', 8 * 24 * hours, null],
    ['blocked', 24 * hours, null],
    ['processing', 24 * hours, hours],
    ['underpayment', 8 * 24 * hours - 1, hours],
    ['underpayment', 8 * 24 * hours, null],
    ['starting', -14 * minutes, 30_000],
    ['starting', hours, 30 * minutes],
    ['starting', 24 * hours, null],
    ['failed', -14 * minutes, null],
    ['quoted', -14 * minutes, null],
  ])('%s %i ms after the end of the quote: %j', (state, ms, next) => {
    expect(nextLookMs(row(state), at(ms))).toBe(next);
  });

  it('of coins that were credited end with the day', () => {
    const ends = [24 * hours - 1, 24 * hours];
    expect(ends.map((ms) => nextLookMs(row('confirmed', 5_000), at(ms)))).toEqual([hours, null]);
  });

  it.each(['underpayment', 'confirmed'] as const)(
    'coins that are not credited after the day are for staff: %s',
    (state) => {
      expect([24 * hours - 1, 24 * hours].map((ms) => isUnresolved(row(state), at(ms)))).toEqual([false, true]);
    },
  );

  it('a payment without coins, or whose coins are credited, is not for them', () => {
    expect([row('cancelled'), row('confirmed', 1)].map((one) => isUnresolved(one, at(24 * hours)))).toEqual([
      false,
      false,
    ]);
  });
});

it.each([
  [14 * 24 * hours - 1, 24 * hours],
  [14 * 24 * hours, 7 * 24 * hours],
  [180 * 24 * hours - 1, 7 * 24 * hours],
  [180 * 24 * hours, null],
])('%i ms after it was begun a payment is asked about again in %j ms: its coins may go back', (ms, next) => {
  expect(nextReturnLookMs(row('confirmed'), new Date(startedAt.getTime() + ms))).toBe(next);
});
