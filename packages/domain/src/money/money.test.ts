import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOff,
  formatMoney,
  formatWire,
  fromWire,
  maxMinor,
  minorOf,
  parseTypedAmount,
  percentOff,
  promotionPrice,
  toWire,
} from './money.ts';

const price = fc.integer({ min: 0, max: 1_000_000 });
const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);

describe('amounts on the wire', () => {
  it('WAL-24 every amount with two decimals goes out and comes back the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: -maxMinor, max: maxMinor }), (minor) => {
        expect(fromWire(toWire(minor))).toBe(minor);
      }),
    );
  });

  it.each([
    [9, 900],
    [9.99, 999],
    [0, 0],
    [-3.5, -350],
    [1.1, 110],
    [4.35, 435],
  ])('%d dollars are %i cents', (dollars, minor) => {
    expect(fromWire(dollars)).toBe(minor);
  });

  it.each([[1.005], [0.001], [NaN], [Infinity], [1e15], ['9'], [null], [undefined], [{}]])(
    '%s is no amount',
    (value) => {
      expect(fromWire(value)).toBeNull();
    },
  );

  it('a settled amount that is no amount is a fault of ours', () => {
    expect(() => minorOf(1.005)).toThrow(RangeError);
    expect(() => toWire(0.5)).toThrow(RangeError);
  });

  it.each([
    ['9', 900],
    [' 9.5 ', 950],
    ['9.99', 999],
    ['', null],
    ['9.999', null],
    ['-9', null],
    ['9,5', null],
    ['1e3', null],
    ['٩', null],
  ])('WAL-22 typed %s is %s', (typed, minor) => {
    expect(parseTypedAmount(typed)).toBe(minor);
  });
});

describe('amounts for people', () => {
  it('have two decimals and their currency', () => {
    expect(formatMoney(900, 'USD', 'en')).toBe('$9.00');
    expect(formatWire(1234.5, 'EUR', 'de')).toBe('1.234,50\u00a0€');
    expect(formatMoney(900, 'USD', 'ar')).toMatch(/9[.,٫]00|٩٫٠٠/);
  });
});

describe('discounts', () => {
  it.each([
    [2000, 50, 1000],
    [1999, 50, 1000],
    [500, 10, 500],
    [450, 10, 450],
    [1500, 20, 1200],
    [1234, 33.33, 900],
    [100, 100, 0],
  ])('PROMO-17 %i cents with %d percent off cost %i', (before, off, after) => {
    expect(promotionPrice(before, off)).toBe(after);
  });

  it('PROMO-17 a promotion is rounded up to whole dollars and never costs more than without it', () => {
    fc.assert(
      fc.property(price, percent, (before, off) => {
        const after = promotionPrice(before, off);
        expect(after).toBeLessThanOrEqual(before);
        expect(after * 10_000).toBeGreaterThanOrEqual(
          Math.min(before * 10_000, before * (10_000 - Math.round(off * 100))) - 1,
        );
        expect(after === before || after % 100 === 0).toBe(true);
      }),
    );
  });

  it.each([
    [1999, 15, 1699],
    [999, 50, 500],
    [1, 50, 1],
    [1000, 0, 1000],
    [1000, 100, 0],
  ])('COUP-05 %i cents less %d percent are rounded to %i', (before, off, after) => {
    expect(percentOff(before, off)).toBe(after);
  });

  it('COUP-04 a fixed amount is subtracted and never goes below zero', () => {
    expect([amountOff(1999, 500), amountOff(400, 500), amountOff(400, -1)]).toEqual([1499, 0, 400]);
  });
});
