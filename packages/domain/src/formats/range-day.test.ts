import { describe, expect, it } from 'vitest';
import { isRangeDay } from './range-day.ts';

describe('the days of a range', () => {
  it.each([
    ['2026-03-31', true],
    ['2000-01-01', true],
    ['0002-03-31', false],
    ['0202-03-31', false],
    ['1999-12-31', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['tomorrow', false],
    ['', false],
    [null, false],
  ])('%s', (text, isOne) => {
    expect(isRangeDay(text)).toBe(isOne);
  });
});
