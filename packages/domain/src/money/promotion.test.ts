import { describe, expect, it } from 'vitest';
import type { Promotion } from './promotion.ts';
import { promotionEndsAt } from './promotion.ts';
import { hourMs } from '../formats/when.ts';

const start = Date.parse('2026-03-01T00:00:00Z');
const base: Promotion = {
  id: 's',
  type: 'SUBSCRIPTION',
  audience: 'ALL_USERS',
  startsAt: start,
  durationMs: hourMs,
  repeats: false,
};

describe('when a promotion runs', () => {
  it.each([
    [-1, null],
    [0, hourMs],
    [hourMs - 1, hourMs],
    [hourMs, null],
  ])('PROMO-12 %i ms after its start', (after, end) => {
    expect(promotionEndsAt(base, start + after)).toBe(end === null ? null : start + end);
  });

  it('PROMO-15 a repeating one goes on until somebody ends it', () => {
    const repeating = { ...base, repeats: true };
    expect(promotionEndsAt(repeating, start + 10 * hourMs)).toBe(start + 11 * hourMs);
    const ended = { ...repeating, endedAt: start + 5 * hourMs };
    expect([5 * hourMs - 1, 5 * hourMs].map((after) => promotionEndsAt(ended, start + after) !== null)).toEqual([
      true,
      false,
    ]);
  });
});
