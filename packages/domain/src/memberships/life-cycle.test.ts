import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../formats/when.ts';
import { declineClassOf, renewalLapseMs, retryAfter, type DeclineClass } from './decline-class.ts';
import { rebillFailedText, showsRebillFailed } from './rebill-failed.ts';
import { renewalRisk, riskFromMs } from './renewal-risk.ts';
import { follow, stateOf } from './life-cycle.ts';
import { transitions, type MembershipEvent, type MembershipState } from './transitions.ts';
import {
  isLapsed,
  isRenewalDue,
  nextRenewalAt,
  renewalGraceMs,
  renewed,
  retriedAt,
  statusAt,
  subscribe,
  type Subscription,
} from './subscription.ts';

const start = new Date('2026-01-31T10:00:00Z');
const end = new Date('2026-02-28T10:00:00Z').getTime();
const inside = end - dayMs;
const bought = { firstPeriod: { unit: 'month', count: 1 }, recurringMinor: 1400, timeZone: 'UTC' } as const;
const month = subscribe(bought, start);
const gift = { kind: 'give', until: new Date(end), timeZone: 'UTC' } as const;
const decline = (declined: DeclineClass): MembershipEvent => ({ kind: 'decline', declined });

/** A membership to which these things happened, one after the other. */
function after(...steps: ReadonlyArray<readonly [MembershipEvent, Date | number]>): Subscription {
  return steps.reduce<Subscription | null>((before, [event, at]) => {
    const change = follow(before, event, at);
    if (!change.ok) throw new Error(`${event.kind}: ${change.reason}`);
    return change.subscription;
  }, null)!;
}
const begun = [{ kind: 'subscribe', bought }, start] as const;
const cancel = { kind: 'cancel' } as const;
const samples: Readonly<Record<MembershipState, readonly [Subscription | null, number]>> = {
  none: [null, inside],
  active: [month, inside],
  grace: [month, end + 1],
  'rebill-failed': [after(begun, [decline('soft'), end]), end + renewalLapseMs],
  lapsed: [after(begun, [decline('soft'), end], [{ kind: 'lapse' }, end + renewalLapseMs]), end + renewalLapseMs],
  cancelled: [after(begun, [cancel, inside]), inside],
  stopped: [after(begun, [{ kind: 'chargeback-elsewhere' }, inside]), inside],
  lifetime: [subscribe({ ...bought, firstPeriod: null }, start), inside],
  complimentary: [after([gift, start]), inside],
  'complimentary-cancelled': [after([gift, start], [cancel, inside]), inside],
  expired: [after(begun, [cancel, inside]), end],
  refunded: [after(begun, [{ kind: 'refund' }, inside]), inside],
  'charged-back': [after(begun, [{ kind: 'chargeback' }, inside]), inside],
};
const events: readonly MembershipEvent[] = [
  { kind: 'subscribe', bought },
  { kind: 'renew' },
  decline('soft'),
  { kind: 'lapse' },
  cancel,
  { ...cancel, until: new Date(end - dayMs / 2) },
  { kind: 'undo-cancel' },
  { kind: 'undo-cancel', isForEver: true },
  { kind: 'take-up', offer: { forSubscribersOnly: true, freeMonths: 2, recurringMinor: 900 } },
  { ...gift, until: new Date(end + 90 * dayMs) },
  { kind: 'revoke' },
  { kind: 'revoke', until: new Date(end - dayMs / 2) },
  { kind: 'provider-stop' },
  { kind: 'move', until: new Date(end + 5 * dayMs) },
  { kind: 'refund' },
  { kind: 'reversed-ahead', until: new Date(end - dayMs / 2), by: 'refund' },
  { kind: 'chargeback' },
  { kind: 'chargeback-elsewhere' },
];

describe('the life of a membership', () => {
  it.each(Object.entries(samples))('%s is a state that a membership comes to', (state, [subscription, at]) => {
    expect(stateOf(subscription, at)).toBe(state);
  });

  const cells = Object.keys(transitions).flatMap((state) =>
    events.map((event) => [state as MembershipState, event.kind, event] as const),
  );
  it.each(cells)('%s and %s: it becomes what the table says, or is refused', (state, kind, event) => {
    const [subscription, at] = samples[state];
    const cell = transitions[state][kind];
    const change = follow(subscription, event, at);
    if ('refused' in cell) expect(change).toEqual({ ok: false, reason: cell.refused });
    else expect(cell).toContain(change.ok && stateOf(change.subscription, at));
  });

  it('SUB-05 C16 cancelling in whatever state leaves nothing to be charged', () => {
    for (const [subscription, at] of Object.values(samples)) {
      const change = follow(subscription, cancel, at);
      if (change.ok) expect(nextRenewalAt(change.subscription)).toBeNull();
    }
  });

  it('what a chargeback stopped is not taken up again by the fan', () => {
    const [stopped, at] = samples.stopped;
    expect(follow(stopped, { kind: 'undo-cancel' }, at)).toEqual({ ok: false, reason: 'not-subscribed' });
  });

  it('a membership without an end whose cancellation is taken back has none again, and nothing is charged', () => {
    const lasting = [{ kind: 'subscribe', bought: { ...bought, firstPeriod: null } }, start] as const;
    const toItsEnd = [{ ...cancel, until: new Date(end) }, inside] as const;
    expect(nextRenewalAt(after(lasting, toItsEnd, [{ kind: 'undo-cancel' }, inside]))).toEqual(new Date(end));
    const undone = after(lasting, toItsEnd, [{ kind: 'undo-cancel', isForEver: true }, inside]);
    expect(stateOf(undone, end * 2)).toBe('lifetime');
    expect(nextRenewalAt(undone)).toBeNull();
  });

  it.each([
    [0, '2026-02-28T10:00:00.000Z', 900],
    [2, '2026-04-30T10:00:00.000Z', 900],
    [-1, null, 0],
  ])(
    'SUB-21 %i free months after what was paid for take a cancelled one to %s, at %i',
    (freeMonths, until, recurring) => {
      const [cancelled, at] = samples.cancelled;
      const offer = { forSubscribersOnly: true, freeMonths, recurringMinor: 900 };
      const change = follow(cancelled, { kind: 'take-up', offer }, at);
      expect(change.ok && [change.subscription.endsAt, change.subscription.recurringMinor]).toEqual([
        until && new Date(until),
        recurring,
      ]);
      expect(change.ok && nextRenewalAt(change.subscription)).toEqual(until && new Date(until));
    },
  );

  it('SUB-26 a gift ends at its date, also when it is cancelled, and is never charged', () => {
    for (const subscription of [samples.complimentary[0], samples['complimentary-cancelled'][0]]) {
      expect([end - 1, end].map((at) => statusAt(subscription, at) === '0')).toEqual([false, true]);
      expect(nextRenewalAt(subscription!)).toBeNull();
    }
  });
});

describe('a renewal that was declined', () => {
  it.each([
    ['declined', false, 'soft'],
    ['insufficient-funds', false, 'insufficient-funds'],
    ['try-later', false, 'try-later'],
    ['new-card-needed', true, 'hard'],
    ['declined', true, 'hard'],
    ['no-card', false, 'hard'],
    ['card-data-wrong', true, 'hard'],
    // -23 and -24 of a charge that the site makes by itself.
    ['card-needs-attention', true, 'try-later'],
    // The card was never asked.
    ['request-refused', true, 'try-later'],
    [null, false, 'soft'],
  ] as const)('for the reason %s (hard: %s) is %s', (reason, hard, expected) => {
    expect(declineClassOf({ reason, hard })).toBe(expected);
  });

  it.each([
    ['soft', [1, 3, 7]],
    ['insufficient-funds', [1, 3, 7, 14]],
    ['try-later', [1, 2, 3, 5, 7, 10, 14, 21, 28]],
    ['hard', []],
  ] as const)('%s is tried again on days %j', (declined, days) => {
    const tries: number[] = [];
    for (let at = retryAfter(declined, end, end); at !== null; at = retryAfter(declined, end, at))
      tries.push((at.getTime() - end) / dayMs);
    expect(tries).toEqual(days);
  });

  it('DECISIONS 23 a limit of the bank or provider never ends the membership, and locks nobody out for three days', () => {
    const declined = after(begun, [decline('try-later'), end]);
    expect([end, end + 3 * dayMs - 1, end + 3 * dayMs].map((at) => stateOf(declined, at))).toEqual([
      'grace',
      'grace',
      'rebill-failed',
    ]);
    expect(declined.endedAt).toBeNull();
    const later = after(begun, [decline('soft'), end], [decline('try-later'), end + dayMs]);
    expect(statusAt(later, end + dayMs)).toBe('0');
  });

  it('hard waits for a new card, with which it is tried at once', () => {
    const declined = after(begun, [decline('hard'), end]);
    expect([nextRenewalAt(declined), isRenewalDue(declined, end + 20 * dayMs)]).toEqual([null, false]);
    const at = end + 5 * dayMs;
    expect(isRenewalDue(retriedAt(declined, at), at)).toBe(true);
    expect(retriedAt(month, at)).toBe(month);
  });

  it('lapses after thirty days, not a millisecond before, nor while a charge is under way', () => {
    const declined = after(begun, [decline('hard'), end]);
    expect([-1, 0].map((past) => isLapsed(declined, end + renewalLapseMs + past))).toEqual([false, true]);
    expect(isLapsed({ ...declined, isRenewalOpen: true }, end + renewalLapseMs)).toBe(false);
  });

  it('that never came to be charged, or of which its provider told nothing, lapses after thirty days as well', () => {
    expect([-1, 0].map((past) => isLapsed(month, end + renewalLapseMs + past))).toEqual([false, true]);
    expect(isLapsed({ ...month, isRenewalOpen: true }, end + renewalLapseMs)).toBe(false);
    const lapsed = after(begun, [{ kind: 'lapse' }, end + renewalLapseMs]);
    expect([stateOf(lapsed, end + renewalLapseMs), nextRenewalAt(lapsed)]).toEqual(['lapsed', null]);
  });

  it('by a bank that can not be reached gives no access back that the end of the grace had taken', () => {
    const over = end + renewalGraceMs;
    const states = [over - 1, over].map((at) => stateOf(after(begun, [decline('try-later'), at]), over));
    expect(states).toEqual(['grace', 'rebill-failed']);
    expect(nextRenewalAt(after(begun, [decline('try-later'), over]))).toEqual(new Date(end + 2 * dayMs));
  });
});

describe('whatever happens, in whatever order', () => {
  const zones = fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland');
  const begins = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  const step = fc.tuple(fc.constantFrom(...events), fc.integer({ min: 0, max: 40 * dayMs }));
  /** Days a period may fall short of the month that was paid for: 31 January to 28 February is 28 days. */
  const shortest = 28 * dayMs;

  it('a membership only becomes what the table says, nothing is charged after a cancellation, and no paid day is lost', () => {
    fc.assert(
      fc.property(begins, zones, fc.array(step, { maxLength: 25 }), (begin, timeZone, steps) => {
        let now = begin.getTime();
        let subscription: Subscription | null = subscribe({ ...bought, timeZone }, begin);
        for (const [event, wait] of steps) {
          now += wait;
          const before: Subscription | null = subscription;
          const cell = transitions[stateOf(before, now)][event.kind];
          const change = follow(
            before,
            event.kind === 'give' || event.kind === 'move' ? { ...event, until: new Date(now + 30 * dayMs) } : event,
            now,
          );
          expect(change.ok).toBe(!('refused' in cell) && (event.kind !== 'lapse' || isLapsed(before, now)));
          if (!change.ok) continue;
          subscription = change.subscription;
          if (!('refused' in cell)) expect(cell).toContain(stateOf(subscription, now));
          if (subscription.cancelledAt !== null || subscription.endedAt !== null || subscription.isComplimentary)
            expect(nextRenewalAt(subscription)).toBeNull();
          if (event.kind === 'renew') {
            const paidFrom = Math.max(Number(before!.endsAt), statusAt(before, now) === '0' ? now : 0);
            expect(Number(subscription.endsAt) - paidFrom).toBeGreaterThanOrEqual(shortest - 3_600_000);
          }
          // Only what was given back or revoked takes time away.
          if (['cancel', 'undo-cancel', 'decline', 'provider-stop'].includes(event.kind))
            expect(Number(subscription.endsAt ?? Infinity)).toBeGreaterThanOrEqual(
              Math.min(Number(before!.endsAt ?? now), now),
            );
        }
      }),
      { numRuns: 150 },
    );
  });

  it('renewals on time give the anchor day every month and leave no gap', () => {
    fc.assert(
      fc.property(begins, zones, fc.integer({ min: 1, max: 14 }), (begin, timeZone, months) => {
        let subscription = subscribe({ ...bought, timeZone }, begin);
        for (let count = 0; count < months; count += 1) {
          const due = nextRenewalAt(subscription)!;
          expect(due.getTime()).toBe(Number(subscription.endsAt));
          subscription = renewed(subscription, due);
          expect(subscription.anchorAt.getTime()).toBe(begin.getTime());
        }
        expect(subscription.months).toBe(months + 1);
      }),
      { numRuns: 20 },
    );
  });
});

describe("'I want you back!'", () => {
  const settings = { payment_api_version: 'v2', enable_ccbill_rest_api: false };
  const fan = { role: 'user', status: '0', isProxy: false } as const;

  it('SUB-39 is shown only to non-admins', () => {
    expect(showsRebillFailed(fan, true, true, settings)).toBe(true);
    for (const role of ['model', 'admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'] as const)
      expect(showsRebillFailed({ ...fan, role }, true, true, settings)).toBe(false);
    expect([showsRebillFailed(fan, false, true, settings), showsRebillFailed(null, true, true, settings)]).toEqual([
      false,
      false,
    ]);
  });

  it.each([
    [false, 'v1', false, false],
    [false, 'v1', true, true],
    [false, 'v2', false, true],
    [true, 'v1', false, true],
  ])('SUB-40 SUB-41 renewed by us %j, version %s, REST %j: %j', (isOurs, version, isRest, shows) => {
    const site = { payment_api_version: version, enable_ccbill_rest_api: isRest };
    expect(showsRebillFailed(fan, true, isOurs, site)).toBe(shows);
  });

  it('SUB-45 SUB-46 asks for the card again or another, and for another where no try follows', () => {
    const next = '2026-03-01T10:00:00.000Z';
    expect([next, null].map((at) => rebillFailedText(at, 'declined'))).toEqual([
      'rebill-failed-text',
      'rebill-new-card',
    ]);
    // Nothing is wrong with a card that was never charged.
    expect([next, null].map((at) => rebillFailedText(at, 'request-refused'))).toEqual([
      'rebill-not-renewed',
      'rebill-not-renewed',
    ]);
  });
});

describe('a renewal that will fail', () => {
  const card = { last4: '4242', expMonth: 2, expYear: 2026 };
  const risk = (coming: Partial<Parameters<typeof renewalRisk>[0]>, at: number) => {
    const found = renewalRisk({ nextBillingAt: new Date(end), notifiedAt: null, card, ...coming }, at);
    return found && `${found.reason}${found.isPutOff ? ', put off' : ''}`;
  };
  const week = end - riskFromMs;

  it.each([
    ['a card that expires with the month of the renewal is good for it', {}, week, null],
    ['a card that expires before', { card: { ...card, expMonth: 1 } }, week, 'card-expires'],
    ['no card', { card: null }, week, 'no-card'],
    ['not told sooner than a week before', { card: null }, week - 1, null],
    ['put off', { card: null, notifiedAt: week }, week + dayMs - 1, 'no-card, put off'],
    ['told again a day later', { card: null, notifiedAt: week }, week + dayMs, 'no-card'],
  ])('%s', (_what, coming, at, reason) => {
    expect(risk(coming, at)).toBe(reason);
  });
});
