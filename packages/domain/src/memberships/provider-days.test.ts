import { expect, it } from 'vitest';
import { dayIn } from '../formats/dates.ts';
import { providerDay, providerDayAfter } from './provider-days.ts';

const mountain = 'America/Phoenix';
const zones = ['Pacific/Pago_Pago', 'America/Los_Angeles', 'UTC', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Kiritimati'];

it.each(zones)('a date that a provider names is that date in %s, and does not begin before it does there', (zone) => {
  for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-12-31', '2027-01-01']) {
    const at = providerDay(day, mountain, zone)!;
    expect(dayIn(at, zone)).toBe(day);
    expect(at.getTime()).toBeGreaterThanOrEqual(Date.parse(`${day}T07:00:00Z`));
  }
});

it('C13 days are counted on the calendar of the provider, whose evening is the next day elsewhere', () => {
  const evening = new Date('2026-11-29T06:59:00Z');
  expect(providerDayAfter(evening, 30, mountain, 'Europe/Berlin')).toEqual(new Date('2026-12-28T07:00:00Z'));
  expect(providerDayAfter(new Date('2026-11-29T07:00:00Z'), 30, mountain, 'America/Los_Angeles')).toEqual(
    new Date('2026-12-29T08:00:00Z'),
  );
});

it('what is no date begins never', () => {
  expect(providerDay('2026-13-01', mountain, 'UTC')).toBeNull();
});
