import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelReasonError, cancellationReasons } from './cancellation.ts';
import { nextPeriodEnd } from './period.ts';
import { follow, type Change } from './life-cycle.ts';
import type { Subscription } from './subscription.ts';
import {
  ended,
  isRenewalDue,
  nextRenewalAt,
  renewalFailed,
  renewalGraceMs,
  renewed,
  statusAt,
  stopped,
  subscribe,
} from './subscription.ts';
import { dayMs } from '../formats/when.ts';

const start = new Date('2026-01-31T10:00:00Z');
const end = new Date('2026-02-28T10:00:00Z').getTime();
const month = subscribe({ firstPeriod: { unit: 'month', count: 1 }, recurringMinor: 1400, timeZone: 'UTC' }, start);
const cancel = (subscription: Subscription | null, at: Date | number) => follow(subscription, { kind: 'cancel' }, at);
const undoCancel = (subscription: Subscription | null, at: Date | number) =>
  follow(subscription, { kind: 'undo-cancel' }, at);
const changedBy = (change: Change): Subscription => {
  if (!change.ok) throw new Error(change.reason);
  return change.subscription;
};
const cancelled = changedBy(cancel(month, start.getTime() + dayMs));
const around = (at: number) => [at - 1, at, at + 1];

describe('where a membership stands', () => {
  it('SUB-01 a running membership is 2', () => {
    expect(statusAt(month, start)).toBe('2');
  });

  it('SUB-02 SUB-03 a cancelled membership is 1 until its expiration date and 0 from it on', () => {
    expect(around(end).map((at) => statusAt(cancelled, at))).toEqual(['1', '0', '0']);
  });

  it('SUB-04 no membership is 0', () => {
    expect(statusAt(null, start)).toBe('0');
  });

  it('a renewal that is late on our side keeps the membership for a day', () => {
    expect(around(end + renewalGraceMs).map((at) => statusAt(month, at))).toEqual(['2', '0', '0']);
  });

  it('SUB-05 cancelling stops renewal and keeps what was paid for', () => {
    expect(nextRenewalAt(month)).toEqual(new Date(end));
    expect(nextRenewalAt(cancelled)).toBeNull();
    expect(isRenewalDue(cancelled, end + dayMs)).toBe(false);
  });

  it('cancelling twice, or without a membership, is refused', () => {
    expect(cancel(cancelled, start.getTime() + 2 * dayMs)).toEqual({ ok: false, reason: 'already-cancelled' });
    for (const nothing of [cancel(null, start), cancel(cancelled, end)])
      expect(nothing).toEqual({ ok: false, reason: 'not-subscribed' });
  });

  it('a cancellation may be taken back until the end', () => {
    expect(around(end).map((at) => undoCancel(cancelled, at).ok)).toEqual([true, false, false]);
    expect(statusAt(changedBy(undoCancel(cancelled, end - 1)), end - 1)).toBe('2');
    expect(undoCancel(month, start)).toEqual({ ok: false, reason: 'not-cancelled' });
  });

  it('a membership for ever has no end and no renewal', () => {
    const always = subscribe({ firstPeriod: null, recurringMinor: 0, timeZone: 'UTC' }, start);
    expect([statusAt(always, end * 2), nextRenewalAt(always)]).toEqual(['2', null]);
    expect(statusAt(changedBy(cancel(always, start)), start)).toBe('0');
  });
});

describe('renewal', () => {
  it('is due at the end, not a millisecond before', () => {
    expect(around(end).map((at) => isRenewalDue(month, at))).toEqual([false, true, true]);
  });

  it('keeps the day of the month it began on', () => {
    const twice = renewed(renewed(month, end), end);
    expect(twice.endsAt).toEqual(new Date('2026-04-30T10:00:00Z'));
    expect(renewed(month, end).endsAt).toEqual(new Date('2026-03-31T10:00:00Z'));
  });

  it('a soft decline is tried again after 1, 3 and 7 days, with no access meanwhile', () => {
    let failing = renewalFailed(month, end, 'soft');
    const tries = [nextRenewalAt(failing)];
    expect(statusAt(failing, end)).toBe('0');
    failing = renewalFailed(failing, end + dayMs, 'soft');
    tries.push(nextRenewalAt(failing));
    failing = renewalFailed(failing, end + 3 * dayMs, 'soft');
    tries.push(nextRenewalAt(failing));
    expect(tries.map((at) => (Number(at) - end) / dayMs)).toEqual([1, 3, 7]);
    expect(nextRenewalAt(renewalFailed(failing, end + 7 * dayMs, 'soft'))).toBeNull();
  });

  it('a hard decline is never tried again', () => {
    expect(nextRenewalAt(renewalFailed(month, end, 'hard'))).toBeNull();
  });

  it('cancelling stops pending retries', () => {
    const failing = renewalFailed(month, end, 'soft');
    expect(nextRenewalAt(changedBy(cancel(failing, end + 1)))).toBeNull();
  });

  it('one that comes through after days without access begins a new month', () => {
    const late = end + 3 * dayMs;
    expect(renewed(renewalFailed(month, end, 'soft'), late).endsAt).toEqual(nextPeriodEnd(late, 1, 'UTC'));
  });

  it('one that is charged after the grace begins a new month, whatever kept access open meanwhile', () => {
    const open = { ...month, isRenewalOpen: true };
    const graceEnd = end + renewalGraceMs;
    expect([graceEnd - 1, graceEnd].map((paidAt) => renewed(open, paidAt).endsAt)).toEqual([
      renewed(month, end).endsAt,
      nextPeriodEnd(graceEnd, 1, 'UTC'),
    ]);
  });

  it('a refund ends the membership at once, or at its end when staff keep it open', () => {
    expect([ended(month, start, 'refund'), stopped(month, start, 'refund')].map((one) => statusAt(one, start))).toEqual(
      ['0', '1'],
    );
    expect(nextRenewalAt(stopped(month, start, 'refund'))).toBeNull();
  });

  it('a first period of days is followed by months from its end', () => {
    const trial = subscribe({ firstPeriod: { unit: 'day', count: 7 }, recurringMinor: 1400, timeZone: 'UTC' }, start);
    expect([trial.endsAt, renewed(trial, trial.endsAt!).endsAt]).toEqual([
      new Date('2026-02-07T10:00:00Z'),
      new Date('2026-03-07T10:00:00Z'),
    ]);
  });
});

describe('months', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
    ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
    ['2026-10-31T23:59:59.999Z', 4, '2027-02-28T23:59:59.999Z'],
    ['2026-05-15T00:00:00Z', 0, '2026-05-15T00:00:00Z'],
  ])('%s and %i months is %s', (anchor, months, expected) => {
    expect(nextPeriodEnd(new Date(anchor), months, 'UTC')).toEqual(new Date(expected));
  });

  it.each([
    // The evening of 30 January in Los Angeles is 31 January in London: it ends on 28 February, not on the 27th.
    ['2026-01-31T04:00:00Z', 1, 'America/Los_Angeles', '2026-03-01T04:00:00Z'],
    // The clocks change in between: the time on the wall stays.
    ['2026-03-01T09:30:15.250Z', 1, 'America/New_York', '2026-04-01T08:30:15.250Z'],
    ['2026-02-28T18:30:00Z', 1, 'Asia/Kolkata', '2026-03-31T18:30:00Z'],
    // A time that no clock shows that day is an hour later.
    ['2026-02-08T07:30:00Z', 1, 'America/New_York', '2026-03-08T07:30:00Z'],
  ])('follow the calendar of the site: %s and %i months in %s is %s', (anchor, months, timeZone, expected) => {
    expect(nextPeriodEnd(new Date(anchor), months, timeZone)).toEqual(new Date(expected));
  });

  it('a trial of seven days ends at the same time on the wall, also when the clocks change', () => {
    const bought = { firstPeriod: { unit: 'day', count: 7 }, recurringMinor: 1400, timeZone: 'Europe/Berlin' } as const;
    expect(subscribe(bought, new Date('2026-03-25T20:00:00Z')).endsAt).toEqual(new Date('2026-04-01T19:00:00Z'));
  });

  it("keep the anchor's day wherever the month has it, and never fall back", () => {
    const anchors = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 60 }), (anchor, months) => {
        const at = nextPeriodEnd(anchor, months, 'UTC');
        const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
        expect(at.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay));
        expect(nextPeriodEnd(anchor, months + 1, 'UTC').getTime()).toBeGreaterThan(at.getTime());
        expect((at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth()).toBe(
          months,
        );
      }),
    );
  });
});

describe('cancelling', () => {
  const on = { is_cancel_subscription_reason_enabled: true, cancellation_reasons: [] };
  const off = { ...on, is_cancel_subscription_reason_enabled: false };

  it("SUB-28 the reasons are the usual four, or the site's own and Other", () => {
    expect(cancellationReasons(on)).toEqual([
      'cancel-reason-afford',
      'cancel-reason-content',
      'cancel-reason-quality',
      'cancel-reason-other',
    ]);
    expect(cancellationReasons({ ...on, cancellation_reasons: ['Too loud'] })).toEqual([
      'Too loud',
      'cancel-reason-other',
    ]);
  });

  it.each([
    ['SUB-27 none chosen', '', undefined, 'cancel-reason-required'],
    ['SUB-27 nothing sent', undefined, undefined, 'cancel-reason-required'],
    ['SUB-29 Other without a text', 'cancel-reason-other', '', 'cancel-reason-text-required'],
    ['SUB-29 Other in words without a text', 'Other', null, 'cancel-reason-text-required'],
    ['SUB-30 Other with blanks', 'cancel-reason-other', '  \n', 'cancel-reason-text-blank'],
    ['SUB-29 Other with a text', 'cancel-reason-other', 'moving', null],
    ['SUB-27 one chosen', 'cancel-reason-content', undefined, null],
  ])('%s', (_rule, reason, text, error) => {
    expect(cancelReasonError(on, reason, text)).toBe(error);
    expect(cancelReasonError(off, reason, text)).toBeNull();
  });
});
