import * as original from '@backlot/domain/memberships/life-cycle';
import type { Subscription } from '@backlot/domain/memberships/subscription';
import type { MembershipEvent } from '@backlot/domain/memberships/transitions';
import type { Instant } from '@backlot/domain/formats/when';
import { countTransition } from './transitions-met.ts';

// Stands where the product's own module does (`watch-transitions.ts`): what happens to a membership is counted and passed on.

export type { Change } from '@backlot/domain/memberships/life-cycle';
export const { stateOf } = original;

export function follow(subscription: Subscription | null, event: MembershipEvent, now: Instant): original.Change {
  countTransition(stateOf(subscription, now), event.kind);
  return original.follow(subscription, event, now);
}
