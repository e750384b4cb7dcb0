import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaSize, shortLinkName, thousands } from '../people/badges.ts';
import { contrastRatio, correctColour, formatColour, parseColour, readableOn } from '../sites/contrast.ts';
import {
  cardDuration,
  clockDuration,
  clockIn,
  dayIn,
  defaultSchedule,
  firstOfLastDays,
  instantAt,
  relativeDay,
  startOfDay,
} from './dates.ts';
import { captionPreview, isNextPageDue, isPhotoType, isUploadType } from '../limits.ts';
import { pager } from '../pager.ts';

describe('badges and counts', () => {
  it.each([
    [999, null],
    [1000, '1.0'],
    [1999, '1.9'],
    [12_345, '12.3'],
  ])('MEDIA-17 %i media show as %s K', (count, shown) => {
    expect(thousands(count)).toBe(shown);
  });

  it('NAV-24 custom link names are cut to 5 characters and an ellipsis', () => {
    expect(['Shop', 'Links', 'Concerts', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦abcde'].map(shortLinkName)).toEqual([
      'Shop',
      'Links',
      'Conce…',
      '👩‍👩‍👧‍👦👩‍👩‍👧‍👦abc…',
    ]);
  });

  it.each([
    [1500, 'photo', { value: '2', unit: 'kB' }],
    [2_500_000, 'photo', { value: '2.5', unit: 'MB' }],
    [999_000, 'photo', { value: '999', unit: 'kB' }],
    [1_048_576, 'video', { value: '1.0', unit: 'MB' }],
    [1_000_000, 'video', { value: '977', unit: 'kB' }],
    [3_221_225_472, 'video', { value: '3.0', unit: 'GB' }],
  ] as const)('MEDIA-21 MEDIA-22 MEDIA-23 %i bytes of a %s', (bytes, kind, shown) => {
    expect(mediaSize(bytes, kind)).toEqual(shown);
  });
});

describe('captions and limits', () => {
  it('POST-033 a preview has 80 characters', () => {
    expect(captionPreview('a'.repeat(80))).toBe('a'.repeat(80));
    expect(captionPreview('a'.repeat(81))).toBe(`${'a'.repeat(80)}…`);
    expect(captionPreview(`${'👩‍👩‍👧‍👦'.repeat(80)}x`)).toBe(`${'👩‍👩‍👧‍👦'.repeat(80)}…`);
    // A caption ends with a whole word.
    expect(captionPreview('The kiln came down slowly overnight', 12)).toBe('The kiln…');
    expect(captionPreview('The kiln came down slowly overnight', 13)).toBe('The kiln came…');
    expect(captionPreview('The kiln, then the rest', 10)).toBe('The kiln…');
    expect(captionPreview('Go https://a.example/very/long', 20)).toBe('Go https://a.example…');
  });

  it('POST-091 LIMIT-13 png, jpeg, mp4 and quicktime may be uploaded', () => {
    expect(
      ['image/png', 'image/jpeg', 'video/mp4', 'video/quicktime', 'image/gif', 'image/svg+xml', 'text/html'].map(
        isUploadType,
      ),
    ).toEqual([true, true, true, true, false, false, false]);
    expect(['image/png', 'video/mp4'].map(isPhotoType)).toEqual([true, false]);
  });

  it('POST-023 the next page is asked for at 98 percent', () => {
    expect([1_159, 1_160].map((scrollY) => isNextPageDue({ scrollY, innerHeight: 800, scrollHeight: 2_000 }))).toEqual([
      false,
      true,
    ]);
  });
});

describe('the pager', () => {
  it('GEN-20 POST-025 shows three pages on either side', () => {
    expect(pager({ page: 10, limit: 20, total: 1000 }).pages).toEqual([7, 8, 9, 10, 11, 12, 13]);
    expect(pager({ page: 1, limit: 20, total: 1000 }).pages).toEqual([1, 2, 3, 4]);
    expect(pager({ page: 50, limit: 20, total: 1000 }).pages).toEqual([47, 48, 49, 50]);
  });

  it('GEN-19 says which entries are shown of how many', () => {
    expect(pager({ page: 2, limit: 20, total: 35 })).toMatchObject({ from: 21, to: 35, total: 35, last: 2 });
    expect(pager({ page: 1, limit: 20, total: 0 })).toMatchObject({ from: 0, to: 0, total: 0, last: 1, pages: [1] });
  });

  it('always has its current page among the pages, whatever was asked for', () => {
    const wild = fc.oneof(fc.integer(), fc.constantFrom(NaN, 0.5, 1e12));
    fc.assert(
      fc.property(
        wild,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (page, limit, total) => {
          const made = pager({ page, limit, total });
          expect(made.pages).toContain(made.current);
          expect(made.pages.length).toBeLessThanOrEqual(7);
          expect(made.to - made.from).toBeLessThan(Math.max(1, limit));
        },
      ),
    );
  });
});

describe('colours', () => {
  const colour = fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
    .map((channels) => formatColour(channels as [number, number, number]));

  it('have the contrast that WCAG gives them', () => {
    expect(contrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrastRatio([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
  });

  it('are corrected until they can be read on any one background, and left alone when they can', () => {
    fc.assert(
      fc.property(colour, colour, fc.constantFrom(3, 4.5), (text, background, ratio) => {
        const corrected = correctColour(text, [background], ratio)!;
        expect(contrastRatio(parseColour(corrected)!, parseColour(background)!)).toBeGreaterThanOrEqual(ratio);
        const wasReadable = contrastRatio(parseColour(text)!, parseColour(background)!) >= ratio;
        expect(corrected === text).toBe(wasReadable);
      }),
    );
  });

  it('read black or white, whichever stands out more', () => {
    expect(['#ffffff', '#000000', '#a4461f', '#ffe14d'].map(readableOn)).toEqual([
      '#000000',
      '#ffffff',
      '#ffffff',
      '#000000',
    ]);
  });

  it('that cannot be parsed are not corrected', () => {
    expect([correctColour('red', ['#fff']), correctColour('#fff', ['nonsense']), correctColour('#fff', [])]).toEqual([
      null,
      null,
      null,
    ]);
    expect([parseColour('#abc'), parseColour('#aabbccdd')]).toEqual([
      [170, 187, 204],
      [170, 187, 204],
    ]);
  });
});

describe('dates', () => {
  const now = Date.parse('2026-03-29T00:30:00Z');

  it.each([
    ['2026-03-29T00:30:00Z', 'UTC', '2026-03-30T00:30:00.000Z'],
    ['2026-03-29T14:02:40Z', 'UTC', '2026-03-30T14:02:00.000Z'],
    // The clocks of Berlin go forward in that night: the hour on the wall stays, the day is shorter.
    ['2026-03-28T12:07:00Z', 'Europe/Berlin', '2026-03-29T11:07:00.000Z'],
    ['2026-10-24T12:07:00Z', 'Europe/Berlin', '2026-10-25T13:07:00.000Z'],
    ['2026-12-31T23:58:00Z', 'America/New_York', '2027-01-01T23:58:00.000Z'],
  ])(
    "POST-059 REUSE-04 a schedule begins with tomorrow at this time on the site's clock: at %s in %s",
    (at, timeZone, expected) => {
      expect(defaultSchedule(new Date(at), timeZone).toISOString()).toBe(expected);
    },
  );
  it('an instant and what the clock of a zone shows lead to each other; what is skipped is an hour later, what is no time is none', () => {
    for (const timeZone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (const at of [
        '2026-01-01T00:00:00Z',
        '2026-06-30T23:59:00Z',
        '2026-03-29T00:59:00Z',
        '2026-11-01T04:30:00Z',
      ]) {
        const { date, time } = clockIn(new Date(at), timeZone);
        expect(instantAt(date, time, timeZone)?.toISOString(), `${at} ${timeZone}`).toBe(new Date(at).toISOString());
      }
    }
    expect(instantAt('2026-03-29', '02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect([instantAt('2026-02-31', 'x', 'UTC'), instantAt('', '10:00', 'UTC')]).toEqual([null, null]);
  });

  it("MEDIA-24 says Today, Yesterday, or month and day, by the site's zone", () => {
    expect(relativeDay(now, now, 'UTC', 'en')).toEqual({ id: 'date-today' });
    expect(relativeDay(now - 3_600_000, now, 'UTC', 'en')).toEqual({ id: 'date-yesterday' });
    expect(relativeDay(now - 3_600_000, now, 'America/New_York', 'en')).toEqual({ id: 'date-today' });
    expect(relativeDay(Date.parse('2026-03-02T12:00:00Z'), now, 'UTC', 'en')).toEqual({ text: 'Mar 2' });
  });

  it('a day begins where its date begins, in every zone', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Asia/Kathmandu',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'Pacific/Apia',
    );
    fc.assert(
      fc.property(
        zones,
        fc.date({ min: new Date('2015-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        (zone, date) => {
          const day = dayIn(date, zone);
          const start = startOfDay(day, zone).getTime();
          expect([dayIn(start, zone), dayIn(start - 1, zone) < day]).toEqual([day, true]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    [0, '00:00'],
    [59.6, '01:00'],
    [130, '02:10'],
    [3600, '01:00:00'],
    [36_610, '10:10:10'],
  ])('MEDIA-25 %d seconds are %s', (seconds, shown) => {
    expect(clockDuration(seconds)).toBe(shown);
  });

  it('POST-035 a card shows seconds or minutes', () => {
    expect([cardDuration(42), cardDuration(130)]).toEqual([
      { id: 'duration-seconds', count: 42 },
      { id: 'duration-minutes', count: 2 },
    ]);
  });
});

describe('the last days of a calendar', () => {
  it.each([
    ['half past midnight, with the change of the clocks in March between', '2026-05-31T23:30:00Z', 90, '2026-03-04'],
    ['the day of the change itself', '2026-03-29T12:00:00Z', 2, '2026-03-28'],
    ['an hour before midnight in autumn', '2026-10-25T23:00:00Z', 7, '2026-10-19'],
    ['today alone', '2026-05-31T23:30:00Z', 1, '2026-06-01'],
  ])('%s', (_, now, count, first) => {
    expect(firstOfLastDays(count, new Date(now), 'Europe/London')).toBe(first);
  });
});
