import type { Instant } from '../formats/when.ts';
import { msOf } from '../formats/when.ts';
import {
  ended,
  given,
  isLapsed,
  isRenewing,
  moved,
  renewalFailed,
  renewed,
  statusAt,
  stopped,
  subscribe,
  type Subscription,
} from './subscription.ts';
import { takenUp } from './take-up.ts';
import { transitions, type MembershipEvent, type MembershipState, type Refusal } from './transitions.ts';

export type Change =
  | { readonly ok: true; readonly subscription: Subscription }
  | { readonly ok: false; readonly reason: Refusal };

/** What an event makes of a membership at an instant, or why it makes nothing of it. */
export function follow(subscription: Subscription | null, event: MembershipEvent, now: Instant): Change {
  const cell = transitions[stateOf(subscription, now)][event.kind];
  if (event.kind === 'lapse' && !isLapsed(subscription, now)) return { ok: false, reason: 'nothing-to-change' };
  return 'refused' in cell
    ? { ok: false, reason: cell.refused }
    : { ok: true, subscription: changedBy(subscription, event, now) };
}

export function stateOf(subscription: Subscription | null, now: Instant): MembershipState {
  if (!subscription) return 'none';
  const status = statusAt(subscription, now);
  const { stoppedBy, endsAt } = subscription;
  if (status === '0') {
    if (isRenewing(subscription)) return 'rebill-failed';
    if (stoppedBy === 'refund') return 'refunded';
    if (stoppedBy === 'chargeback') return 'charged-back';
    return stoppedBy === 'lapse' && subscription.failedAt !== null ? 'lapsed' : 'expired';
  }
  if (subscription.isComplimentary) return status === '1' ? 'complimentary-cancelled' : 'complimentary';
  if (status === '1') return stoppedBy === null || stoppedBy === 'fan' ? 'cancelled' : 'stopped';
  if (endsAt === null) return 'lifetime';
  return msOf(now) < msOf(endsAt) ? 'active' : 'grace';
}

function changedBy(before: Subscription | null, event: MembershipEvent, now: Instant): Subscription {
  if (event.kind === 'subscribe') return subscribe(event.bought, now);
  if (event.kind === 'give') return given(before, event, now);
  // The table lets nothing else begin one.
  const subscription = before!;
  switch (event.kind) {
    case 'renew':
      return renewed(subscription, now, event.until);
    case 'decline':
      return renewalFailed(subscription, now, event.declined);
    case 'lapse':
      return ended(subscription, now, 'lapse');
    case 'cancel':
      return subscription.endsAt === null && event.until !== undefined && msOf(event.until) > msOf(now)
        ? stopped(moved(subscription, event.until), now, 'fan')
        : stopped(subscription, now, 'fan');
    case 'undo-cancel':
      return {
        ...subscription,
        cancelledAt: null,
        stoppedBy: null,
        ...(event.isForEver && !subscription.isComplimentary ? { endsAt: null } : {}),
      };
    case 'take-up':
      return takenUp(subscription, event.offer);
    case 'revoke':
      return event.until === undefined || msOf(event.until) <= msOf(now)
        ? ended(subscription, now, 'staff')
        : stopped({ ...moved(subscription, event.until), isComplimentary: false }, now, 'staff');
    case 'move':
      return moved(subscription, event.until);
    case 'provider-stop':
      return stopped(subscription, now, 'provider');
    case 'refund':
      return ended(subscription, now, 'refund');
    case 'reversed-ahead':
      return msOf(event.until) <= msOf(now)
        ? ended(subscription, now, event.by)
        : stopped(moved(subscription, event.until), now, event.by);
    case 'chargeback':
      return ended(subscription, now, 'chargeback');
    case 'chargeback-elsewhere':
      return stopped(subscription, now, 'chargeback');
  }
}
