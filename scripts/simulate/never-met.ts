import type { MembershipEvent, MembershipState } from '@backlot/domain/memberships/transitions';

type Kind = MembershipEvent['kind'];

/** Pairs that cannot happen, with what keeps them from it. */
const reasons: ReadonlyArray<{
  readonly states: readonly MembershipState[] | 'all';
  readonly events: readonly Kind[];
  readonly why: string;
}> = [
  {
    states: ['none'],
    events: [
      'renew',
      'decline',
      'lapse',
      'provider-stop',
      'move',
      'refund',
      'reversed-ahead',
      'chargeback',
      'chargeback-elsewhere',
      'revoke',
    ],
    why: 'Nothing was ever begun that could be renewed, given back or taken away: callers read the row first.',
  },
  {
    states: [
      'active',
      'grace',
      'rebill-failed',
      'lapsed',
      'lifetime',
      'complimentary',
      'none',
      'expired',
      'refunded',
      'charged-back',
    ],
    events: ['take-up'],
    why: 'The offer takes up what is cancelled and still runs; everything else begins anew or is refused before.',
  },
  {
    states: ['active', 'grace', 'cancelled', 'stopped', 'lifetime', 'complimentary', 'complimentary-cancelled'],
    events: ['subscribe'],
    why: 'A purchase is refused, or its money goes back, before the membership is asked (`whyUndeliverable`).',
  },
  {
    states: [
      'none',
      'complimentary',
      'complimentary-cancelled',
      'lapsed',
      'expired',
      'refunded',
      'charged-back',
      'lifetime',
    ],
    events: ['renew', 'decline', 'lapse', 'provider-stop', 'reversed-ahead'],
    why: 'Nothing charges it any more: its series has ended, and no renewal is due (`isRunningUntil`).',
  },
  {
    states: ['cancelled', 'stopped'],
    events: ['renew', 'decline', 'lapse'],
    why: 'A renewal of what is cancelled goes back before the membership is asked (`isRunningUntil`).',
  },
  {
    states: ['active', 'grace'],
    events: ['lapse'],
    why: 'Only what failed thirty days ago is asked.',
  },
  {
    states: ['lapsed', 'expired', 'refunded', 'charged-back', 'rebill-failed'],
    events: ['move'],
    why: 'A period that runs is looked for first, and there is none.',
  },
  {
    states: ['grace', 'rebill-failed'],
    events: ['reversed-ahead'],
    why: 'What was paid ahead would still run.',
  },
  {
    states: ['lifetime'],
    events: ['move'],
    why: 'It has no end to move.',
  },
];

/** Why a state never meets an event; null where it may. */
export const neverMet = (state: MembershipState, event: Kind): string | null =>
  reasons.find(({ states, events }) => events.includes(event) && (states === 'all' || states.includes(state)))?.why ??
  null;
