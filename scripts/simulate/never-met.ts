import type { MembershipEvent, MembershipState } from '@backlot/domain/memberships/transitions';

type Kind = MembershipEvent['kind'];

/** Pairs that cannot happen, with what keeps them from it. */
const reasons: ReadonlyArray<{
  readonly states: readonly MembershipState[] | 'all';
  readonly events: readonly Kind[];
  readonly why: string;
}> = [];

/** Why a state never meets an event; null where it may. */
export const neverMet = (state: MembershipState, event: Kind): string | null =>
  reasons.find(({ states, events }) => events.includes(event) && (states === 'all' || states.includes(state)))?.why ??
  null;
