import { describe, expect, it } from 'vitest';
import { disputeStanding, firstLimitOf, nearsLimit, schemeLimits, type DisputeCounts } from './dispute-ratio.ts';

const quiet: DisputeCounts = {
  disputes: 0,
  recentDisputes: 0,
  salesLastMonth: 2_000,
  salesThisMonth: 1_000,
  recentSales: 3_000,
};
const mastercard = firstLimitOf('mastercard', '2026-03-10');
const visa = firstLimitOf('visa', '2026-04-10');
const standing = (counts: Partial<DisputeCounts>, daysLeft = 0) =>
  disputeStanding('mastercard', mastercard, { ...quiet, ...counts }, daysLeft);

describe('the limits of the card schemes', () => {
  it('each name their source and are in order of time', () => {
    for (const { source, validFrom, validTo } of schemeLimits) {
      expect(source).not.toBe('');
      expect(validFrom === null || validTo === null || validFrom < validTo).toBe(true);
    }
  });

  it.each([
    ['mastercard', '2026-03-10', 'ECM'],
    ['visa', '2026-03-31', undefined],
    ['visa', '2026-04-01', 'VAMP'],
  ] as const)('%s on %s has %s first', (scheme, day, programme) => {
    expect(firstLimitOf(scheme, day)?.programme).toBe(programme);
  });

  it('end on the day that follows their last one', () => {
    const ended = [{ ...mastercard!, validTo: '2026-04-01' }];
    expect(firstLimitOf('mastercard', '2026-03-31', ended)).not.toBeNull();
    expect(firstLimitOf('mastercard', '2026-04-01', ended)).toBeNull();
  });
});

describe('how an account stands', () => {
  it.each([
    [
      'the number alone is not the limit: the ratio has to be reached as well',
      { disputes: 100, salesLastMonth: 10_000 },
      150,
      50,
      100,
    ],
    [
      'the ratio alone is not the limit: the number has to be reached as well',
      { disputes: 40, salesLastMonth: 2_000 },
      100,
      60,
      200,
    ],
    ['a part of a dispute counts as one', { salesLastMonth: 10_001 }, 151, 151, 0],
    ['at the limit none is left', { disputes: 100 }, 100, 0, 500],
    ['beyond it none is left either', { disputes: 130 }, 100, 0, 650],
    ['without sales there is no ratio', { disputes: 3, salesLastMonth: 0 }, 100, 97, null],
  ] as const)('%s', (_, counts, limitDisputes, left, ratioBp) => {
    expect(standing(counts)).toMatchObject({ limitDisputes, left, ratioBp });
  });

  it('the forecast is what there is and the pace of the last 30 days for the days that are left', () => {
    expect(standing({ disputes: 4, recentDisputes: 9 }, 10).forecast).toBe(7);
    expect(standing({ disputes: 4, recentDisputes: 9 }, 10.01).forecast).toBe(8);
    expect(standing({ disputes: 4, recentDisputes: 9 }, -1).forecast).toBe(4);
  });

  it('by Visa’s count is measured by the sales of this month, as many as are expected of it', () => {
    const counts = { ...quiet, disputes: 30, salesThisMonth: 100_000, recentSales: 150_000 };
    expect(disputeStanding('visa', visa, counts, 10)).toMatchObject({
      sales: 100_000,
      ratioBp: 3,
      limitDisputes: 2_250,
    });
  });

  it('is told without a limit where none is on record', () => {
    const told = disputeStanding('visa', null, { ...quiet, disputes: 5 }, 0);
    expect(told).toMatchObject({ limit: null, limitDisputes: null, left: null, forecast: 5 });
    expect(nearsLimit(told, 1)).toBe(false);
  });
});

it.each([
  [49, 50, false],
  [50, 50, true],
  [1, 1, true],
  [0, 1, false],
  [100, 100, true],
  [99, 100, false],
])('a forecast of %i of 100 reaches a share of %i %%: %s', (forecast, share, reaches) => {
  expect(nearsLimit({ forecast, limitDisputes: 100 }, share)).toBe(reaches);
});
