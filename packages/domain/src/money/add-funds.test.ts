import { describe, expect, it } from 'vitest';
import { fundAmountProblem, isFundAmount, offeredPresets, presetAmount } from './add-funds.ts';

const options = '10,25,50,100,200';
const bounds = { minimumMinor: 1000, maximumMinor: 100_000 };

describe('adding funds', () => {
  it('WAL-01 the amounts of the setting are offered; what is no amount in it is not', () => {
    expect(offeredPresets(options, null, bounds)).toEqual([1000, 2500, 5000, 10_000, 20_000]);
    expect(offeredPresets('10, x,0,25.5', null, bounds)).toEqual([1000, 2550]);
  });

  it.each([
    [2499, [2500, 5000, 10_000, 20_000]],
    [2500, [5000, 10_000, 20_000]],
    [20_000, []],
  ])('WAL-04 with %i missing only amounts above it are offered', (needed, offered) => {
    expect(offeredPresets(options, needed, bounds)).toEqual(offered);
  });

  it.each([
    [options, 10_000],
    ['10,25,50', 5000],
    ['', null],
  ])('WAL-05 of %j the fourth is chosen, or the last of fewer', (list, chosen) => {
    expect(presetAmount(list, null, bounds)).toBe(chosen);
  });

  it('WAL-04 WAL-05 a preset outside the bounds is neither offered nor chosen', () => {
    const high = { minimumMinor: 15_000, maximumMinor: 100_000 };
    expect([offeredPresets(options, null, high), presetAmount(options, null, high)]).toEqual([[20_000], 20_000]);
    const low = { minimumMinor: 1000, maximumMinor: 3000 };
    expect([offeredPresets(options, null, low), presetAmount(options, null, low)]).toEqual([[1000, 2500], 2500]);
    expect(presetAmount('1,2', null, low)).toBeNull();
  });

  it.each([300, 4999, 200_000])(
    'WAL-06 what is chosen with %i missing may be added, whatever the bounds are',
    (needed) => {
      for (const minimumMinor of [1000, 1050, 1099])
        for (const maximumMinor of [1099, 4950, 100_000]) {
          const some = { minimumMinor, maximumMinor };
          expect(isFundAmount(presetAmount(options, needed, some)!, some)).toBe(true);
        }
    },
  );

  it.each([
    [2300, 2300],
    [300, 1000],
    [200_000, 100_000],
  ])('WAL-06 with %i missing %i is chosen: what is missing, within what may be added', (needed, chosen) => {
    expect(presetAmount(options, needed, bounds)).toBe(chosen);
  });

  it.each([
    ['', 'add-funds-invalid'],
    ['12,5', 'add-funds-invalid'],
    ['1e3', 'add-funds-invalid'],
    ['-20', 'add-funds-invalid'],
    ['20.001', 'add-funds-invalid'],
    ['9.99', 'add-funds-range'],
    ['10', null],
    ['10.50', null],
    ['1000.99', null],
    ['1001', 'add-funds-range'],
  ])('WAL-21 WAL-22 WAL-23 %j typed as another amount is told %j', (typed, problem) => {
    expect(fundAmountProblem(typed, bounds)).toBe(problem);
  });

  it('WAL-23 it is the whole dollars that lie between the bounds', () => {
    expect([999, 1000, 100_099, 100_100].map((minor) => isFundAmount(minor, bounds))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('WAL-23 a minimum that has cents is one', () => {
    const cents = { minimumMinor: 1050, maximumMinor: 1050 };
    expect([1049, 1050, 1099, 1100].map((minor) => isFundAmount(minor, cents))).toEqual([false, true, true, false]);
  });
});
