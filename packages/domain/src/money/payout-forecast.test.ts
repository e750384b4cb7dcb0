import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payoutForecast, ratedMonths, reserveReleases, type StatedMonth } from './payout-forecast.ts';

const stated = (month: string, more: Partial<StatedMonth> = {}): StatedMonth => ({
  month,
  takenMinor: 100_000,
  feesMinor: 10_000,
  heldMinor: 5_000,
  releasedMinor: 0,
  shareMinor: 0,
  taxMinor: 0,
  ...more,
});
const since = { takenMinor: 20_000, feesMinor: 0, heldMinor: 0, shareMinor: 0, taxMinor: 0 };

describe('what a provider is expected to pay out', () => {
  it('is what it owes less fees and reserve of what is not stated yet, at the rates of the last statements', () => {
    expect(payoutForecast(20_000, [stated('2026-03')], since)).toEqual({
      expectedMinor: 17_000,
      feesMinor: 2_000,
      feeRateBp: 1_000,
      heldMinor: 1_000,
      heldRateBp: 500,
      shareMinor: 0,
      shareRateBp: 0,
      taxMinor: 0,
      taxRateBp: 0,
      restsOn: ['2026-03'],
    });
  });

  it('is less by the platform’s share and tax too, what of them is entered already once', () => {
    const months = [stated('2026-03', { shareMinor: 20_000, taxMinor: 1_000 })];
    expect(payoutForecast(20_000, months, { ...since, shareMinor: 1_500 })).toMatchObject({
      expectedMinor: 14_300,
      shareMinor: 2_500,
      shareRateBp: 2_000,
      taxMinor: 200,
      taxRateBp: 100,
    });
  });

  it.each([
    ['no statement was entered', []],
    ['nothing was taken in the months that one was entered of', [stated('2026-03', { takenMinor: 0 })]],
  ])('is not known where %s', (_why, months) => {
    expect(payoutForecast(20_000, months, since)).toBeNull();
  });

  it('rests on the three newest statements of months that are over', () => {
    const months = ['2026-02', '2025-12', '2026-04', '2026-03', '2026-01'];
    expect(ratedMonths(months, '2026-04')).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(ratedMonths(['2026-04'], '2026-04')).toEqual([]);
  });

  it('weighs each month by what was taken in it', () => {
    const months = [
      stated('2026-03', { takenMinor: 300_000, feesMinor: 15_000 }),
      stated('2026-01'),
      stated('2026-02'),
    ];
    expect(payoutForecast(0, months, since)).toMatchObject({
      feeRateBp: 700,
      feesMinor: 1_400,
      restsOn: ['2026-03', '2026-02', '2026-01'],
    });
  });

  it('takes off nothing twice: what is entered of it already is in what is owed', () => {
    const some = { ...since, feesMinor: 1_500, heldMinor: 9_000 };
    expect(payoutForecast(10_000, [stated('2026-03')], some)).toMatchObject({
      feesMinor: 500,
      heldMinor: 0,
      expectedMinor: 9_500,
    });
  });

  it('may be below zero, where more went back than was taken', () => {
    expect(payoutForecast(-500, [stated('2026-03')], { ...since, takenMinor: 0 })).toMatchObject({
      expectedMinor: -500,
    });
  });

  it('and what it keeps are together what it owes', () => {
    const minor = fc.nat(10_000_000);
    fc.assert(
      fc.property(
        minor,
        minor,
        minor,
        minor,
        fc.integer({ min: 1, max: 10_000_000 }),
        (owed, fees, held, now, taken) => {
          const told = payoutForecast(
            owed,
            [stated('2026-03', { takenMinor: taken, feesMinor: fees, heldMinor: held })],
            {
              ...since,
              takenMinor: now,
            },
          )!;
          expect(told.expectedMinor + told.feesMinor + told.heldMinor).toBe(owed);
        },
      ),
    );
  });
});

describe('what is held back', () => {
  const month = (name: string, heldMinor: number, releasedMinor = 0) => ({ month: name, heldMinor, releasedMinor });

  it('is of no known date until something was released', () => {
    expect(reserveReleases([month('2026-01', 500), month('2026-02', 300)], '2026-03')).toEqual({
      releases: [],
      unknownMinor: 800,
    });
  });

  it('is released as long after as the newest release was, the oldest first', () => {
    const months = [month('2025-11', 500), month('2025-12', 300), month('2026-05', 100, 500)];
    expect(reserveReleases(months, '2026-05')).toEqual({
      releases: [
        { month: '2026-06', amountMinor: 300 },
        { month: '2026-11', amountMinor: 100 },
      ],
      unknownMinor: 0,
    });
  });

  it('that should have come is expected this month', () => {
    const months = [month('2025-10', 500), month('2025-11', 200), month('2025-12', 100), month('2026-01', 0, 600)];
    expect(reserveReleases(months, '2026-04')).toEqual({
      releases: [{ month: '2026-04', amountMinor: 200 }],
      unknownMinor: 0,
    });
  });

  it('and released more than was ever entered as held leaves nothing', () => {
    expect(reserveReleases([month('2026-01', 100), month('2026-02', 0, 900)], '2026-03')).toEqual({
      releases: [],
      unknownMinor: 0,
    });
  });

  it('is never more nor less than what was entered as held and not released', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { maxLength: 12 }), (parts) => {
        const months = parts.map(([held, released], index) =>
          month(`2025-${String(index + 1).padStart(2, '0')}`, held, released),
        );
        let open = 0;
        for (const { heldMinor, releasedMinor } of months) open = Math.max(0, open + heldMinor - releasedMinor);
        const { releases, unknownMinor } = reserveReleases(months, '2026-01');
        expect(releases.reduce((sum, { amountMinor }) => sum + amountMinor, unknownMinor)).toBe(open);
      }),
    );
  });
});
