import type { Instant } from '../formats/when.ts';
import type { DeclineClass } from './decline-class.ts';
import type { ResubscribeOffer } from './resubscribe-offer.ts';
import type { Bought } from './subscription.ts';

/** Where a membership stands. It follows from what is stored and the moment, as its status does. */
export type MembershipState =
  | 'none'
  | 'active'
  /** Its end has passed and its renewal is under way, late on our side, or met a bank that could not be reached. */
  | 'grace'
  /** Its renewal was declined, or is days late: no access, and the next try or a new card is waited for. */
  | 'rebill-failed'
  /** Nobody mended the failed renewal in time. */
  | 'lapsed'
  | 'cancelled'
  /** A chargeback or the provider stopped it: it runs to its date, and nobody takes that back. */
  | 'stopped'
  /** Runs without an end and is charged no more. */
  | 'lifetime'
  | 'complimentary'
  | 'complimentary-cancelled'
  | 'expired'
  | 'refunded'
  | 'charged-back';

export type MembershipEvent =
  | { readonly kind: 'subscribe'; readonly bought: Bought }
  /** `until`: the end that a provider names which drives the renewals by itself. */
  | { readonly kind: 'renew'; readonly until?: Instant }
  | { readonly kind: 'decline'; readonly declined: DeclineClass }
  | { readonly kind: 'lapse' }
  /** `until`: what a membership without an end would have had to its end before it was made one. */
  | { readonly kind: 'cancel'; readonly until?: Date }
  /** `isForEver`: it had no end before. */
  | { readonly kind: 'undo-cancel'; readonly isForEver?: boolean }
  /** The resubscribe offer goes on with a cancelled one. */
  | { readonly kind: 'take-up'; readonly offer: ResubscribeOffer }
  /** Staff give it until a date. */
  | { readonly kind: 'give'; readonly until: Date; readonly timeZone: string }
  /** Staff end at once what they gave; what was paid for before it stays `until` its end. */
  | { readonly kind: 'revoke'; readonly until?: Date }
  /** The provider ended the series by itself. */
  | { readonly kind: 'provider-stop' }
  /** The provider charges again at another time. */
  | { readonly kind: 'move'; readonly until: Date }
  /** The whole of what paid for the current period went back. */
  | { readonly kind: 'refund' }
  /** The whole of what paid for the period after the one that runs went back: that one stays to its end, and is the last. */
  | { readonly kind: 'reversed-ahead'; readonly until: Date; readonly by: 'refund' | 'chargeback' }
  | { readonly kind: 'chargeback' }
  /** A chargeback of an earlier period, or of a part. */
  | { readonly kind: 'chargeback-elsewhere' };

export type Refusal =
  | 'not-subscribed'
  | 'already-subscribed'
  | 'already-cancelled'
  | 'not-cancelled'
  | 'not-complimentary'
  | 'nothing-to-change';

/** What it becomes; where the event itself decides between several, all of them. */
type Cell = readonly MembershipState[] | { readonly refused: Refusal };
type Row = Readonly<Record<MembershipEvent['kind'], Cell>>;

const no = (refused: Refusal): { readonly refused: Refusal } => ({ refused });
const nothing = no('nothing-to-change');

/** Without a membership that runs or waits: only something new begins. */
const over: Row = {
  subscribe: ['active', 'lifetime'],
  give: ['complimentary'],
  renew: nothing,
  decline: nothing,
  lapse: nothing,
  cancel: no('not-subscribed'),
  'undo-cancel': no('not-subscribed'),
  'take-up': no('not-subscribed'),
  revoke: no('not-complimentary'),
  'provider-stop': nothing,
  move: nothing,
  refund: nothing,
  'reversed-ahead': nothing,
  chargeback: nothing,
  'chargeback-elsewhere': nothing,
};

const paid: Row = {
  ...over,
  subscribe: no('already-subscribed'),
  give: no('already-subscribed'),
  renew: ['active'],
  decline: ['grace', 'rebill-failed'],
  cancel: ['cancelled'],
  'undo-cancel': no('not-cancelled'),
  'take-up': no('not-cancelled'),
  'provider-stop': ['stopped'],
  refund: ['refunded'],
  chargeback: ['charged-back'],
  'chargeback-elsewhere': ['stopped'],
};

/** Every state and everything that can happen to it. What production does to a membership goes through `follow`. */
export const transitions: Readonly<Record<MembershipState, Row>> = {
  none: over,
  active: {
    ...paid,
    decline: ['active'],
    move: ['active', 'grace'],
    'reversed-ahead': ['stopped', 'refunded', 'charged-back'],
  },
  grace: {
    ...paid,
    move: ['active', 'grace'],
    cancel: ['expired'],
    'provider-stop': ['expired'],
    'chargeback-elsewhere': ['charged-back'],
  },
  'rebill-failed': {
    ...paid,
    subscribe: ['active', 'lifetime'],
    give: ['complimentary'],
    decline: ['rebill-failed'],
    cancel: ['expired'],
    'undo-cancel': no('not-subscribed'),
    'take-up': no('not-subscribed'),
    lapse: ['lapsed'],
    'provider-stop': ['expired'],
    'chargeback-elsewhere': ['charged-back'],
  },
  // The person wants to hear of it no more.
  lapsed: { ...over, cancel: ['expired'] },
  cancelled: {
    ...paid,
    give: ['complimentary'],
    renew: nothing,
    decline: nothing,
    cancel: no('already-cancelled'),
    'undo-cancel': ['active', 'lifetime'],
    'take-up': ['active', 'lifetime'],
    'provider-stop': nothing,
    move: ['cancelled'],
    'reversed-ahead': ['stopped', 'refunded', 'charged-back'],
  },
  stopped: {
    ...paid,
    give: ['complimentary'],
    renew: nothing,
    decline: nothing,
    cancel: no('already-cancelled'),
    'undo-cancel': no('not-subscribed'),
    'take-up': no('not-subscribed'),
    'provider-stop': nothing,
    move: ['stopped'],
    'reversed-ahead': ['stopped', 'refunded', 'charged-back'],
    'chargeback-elsewhere': nothing,
  },
  lifetime: { ...paid, renew: nothing, decline: nothing, cancel: ['expired', 'cancelled'], 'provider-stop': nothing },
  complimentary: {
    ...over,
    subscribe: no('already-subscribed'),
    cancel: ['complimentary-cancelled'],
    'undo-cancel': no('not-cancelled'),
    'take-up': no('not-cancelled'),
    revoke: ['expired', 'stopped'],
    move: ['complimentary'],
  },
  'complimentary-cancelled': {
    ...over,
    subscribe: no('already-subscribed'),
    cancel: no('already-cancelled'),
    'undo-cancel': ['complimentary'],
    'take-up': ['active', 'lifetime'],
    revoke: ['expired', 'stopped'],
    move: ['complimentary-cancelled'],
  },
  expired: over,
  refunded: over,
  'charged-back': over,
};
