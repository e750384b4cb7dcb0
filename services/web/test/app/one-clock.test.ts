import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatsFor } from '../../src/lib/format.ts';

const source = join(import.meta.dirname, '../../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => join(source, file));

describe("one clock, the site's", () => {
  const at = '2026-03-10T23:30:00Z';
  it.each([
    ['UTC', '10 Mar 2026', '23:30'],
    ['Pacific/Auckland', '11 Mar 2026', '12:30'],
    ['America/Los_Angeles', '10 Mar 2026', '16:30'],
  ])('in %s a moment is on its day and at its time, wherever the viewer is', (timeZone, day, time) => {
    const formats = formatsFor({ language: 'en-GB', currency: 'USD', timeZone });
    expect([formats.date(at), formats.time(at)]).toEqual([day, time]);
    expect(formats.exact(at)).toBe(`${day}, ${time}`);
    expect(formats.relative(at, Date.parse(at) + 30 * 86_400_000)).toBe(day);
  });

  it.each([
    ['en', '6:00 AM', '2:05 PM'],
    ['de', '06:00', '14:05'],
    ['es', '6:00', '14:05'],
  ])('an hour of a chart reads as every other time does in %s', (language, hour, time) => {
    const formats = formatsFor({ language, currency: 'USD', timeZone: 'UTC' });
    expect(formats.hour(6).replace(/\s/g, ' ')).toBe(hour);
    expect(formats.hour(6)).toBe(formats.time('2026-03-10T06:00:00Z'));
    expect(formats.time('2026-03-10T14:05:00Z').replace(/\s/g, ' ')).toBe(time);
    expect(formats.clock('2026-03-10T06:00:00Z', '2026-03-11T06:00:00Z').replace(/\s/g, ' ')).toMatch(
      new RegExp(`\\D${hour}$`),
    );
    expect(formats.exact('2026-03-10T14:05:00Z')).toContain(formats.time('2026-03-10T14:05:00Z'));
  });

  it('a day of the calendar is the same day in every zone', () => {
    for (const timeZone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago']) {
      expect(formatsFor({ language: 'en-GB', currency: 'USD', timeZone }).calendarDay('2026-03-10')).toBe('10 Mar');
    }
  });

  it('a button tells the time alone on the day itself, and the day with it otherwise, both as the site has them', () => {
    const formats = formatsFor({ language: 'en-US', currency: 'USD', timeZone: 'America/New_York' });
    expect(formats.clock('2026-03-11T03:30:00Z', '2026-03-10T12:00:00Z').replace(/\s/g, ' ')).toBe('11:30 PM');
    expect(formats.clock('2026-03-11T04:30:00Z', '2026-03-10T12:00:00Z').replace(/\s/g, ' ')).toBe('Mar 11, 12:30 AM');
    expect([formats.zone('2026-03-07T12:00:00Z'), formats.zone('2026-03-09T12:00:00Z')]).toEqual([
      'Eastern Standard Time',
      'Eastern Daylight Time',
    ]);
  });

  it('a day ahead is tomorrow, also when some seconds of the minute have passed', () => {
    const { relative } = formatsFor({ language: 'en', currency: 'USD', timeZone: 'UTC' });
    const now = Date.parse('2026-03-10T14:39:40Z');
    expect(relative('2026-03-11T14:39:00Z', now)).toBe('tomorrow');
    expect([
      relative('2026-03-10T14:40:20Z', now),
      relative('2026-03-10T14:40:40Z', now),
      relative('2026-03-10T13:39:41Z', now),
    ]).toEqual(['now', 'in 1 minute', '59 minutes ago']);
  });

  it("no screen formats a date by the viewer's own clock", () => {
    const own = files.filter(
      (file) =>
        !file.endsWith(join('lib', 'format.ts')) &&
        /Intl\.DateTimeFormat|toLocale(?:Date|Time)?String\(/.test(readFileSync(file, 'utf8')),
    );
    expect(own.map((file) => relative(source, file))).toEqual([]);
  });
});
