import { expect, it } from 'vitest';
import { dayMs } from '../formats/when.ts';
import { dueReminder } from './reminders.ts';

const start = new Date('2026-01-31T10:00:00Z');
const after = (days: number): Date => new Date(start.getTime() + days * dayMs);
const trial = (days: number) => ({ startsAt: start, endsAt: after(days), paidMinor: 0, nextMinor: 1400 });
const later = { ...trial(28), paidMinor: null };
const never = { renewal_reminder_days: 0 };
const always = { renewal_reminder_days: 5 };
const justBefore = (days: number): Date => new Date(after(days).getTime() - 1);

it.each([
  ['C14 a price that rises: seven days before', trial(28), never, after(21), 'price_change'],
  ['C14 not a millisecond sooner', trial(28), never, justBefore(21), null],
  ['C14 a trial of a week: as it begins', trial(7), never, start, 'price_change'],
  ['C14 a shorter trial: in its middle', trial(4), never, after(2), 'price_change'],
  ['C14 a shorter trial: not sooner', trial(4), never, justBefore(2), null],
  ['not when the charge is due', trial(4), never, after(4), null],
  ['a price that stays', { ...trial(28), paidMinor: 1400 }, never, after(27), null],
  ['a later period, where nothing is set', later, never, after(27), null],
  ['a later period: so many days before, where it is set', later, always, after(23), 'renewal'],
  ['a later period: not sooner', later, always, justBefore(23), null],
  ['one mail for one charge: the price comes first', trial(28), always, after(23), 'price_change'],
  ['what costs nothing', { ...later, nextMinor: 0 }, always, after(27), null],
] as const)('%s', (_what, charge, settings, now, expected) => {
  expect(dueReminder(charge, settings, now)).toBe(expected);
});
