import { describe, expect, it } from 'vitest';
import { parseNumber } from '../../src/components/kit/form/parse-number.ts';

describe('a typed number', () => {
  it.each([
    ['12', 12],
    ['-3', -3],
    [' 9.99 ', 9.99],
    ['9,99', 9.99],
    ['0.125', 0.125],
    ['1000.5', 1000.5],
    ['1,000.50', 1000.5],
    ['1.000,50', 1000.5],
    ['1.000.000', 1_000_000],
    ["1'000", 1000],
    ['1 000', 1000],
    ['\u0661\u0662\u066b\u0665', 12.5],
    ['\u22120.35', -0.35],
    ['\u061c-\u0661\u0662', -12],
    ['\u2066\u20131.5\u2069', -1.5],
  ])('%s is %d', (typed, value) => expect(parseNumber(typed)).toBe(value));

  it.each(['', '1,000', '1.000', '12,345', '1,00,0', '1,0,0', '1.000,50,5', '1e3', 'ten', '5.', '.5'])(
    '%s says none, or may mean two',
    (typed) => expect(parseNumber(typed)).toBeNaN(),
  );
});
