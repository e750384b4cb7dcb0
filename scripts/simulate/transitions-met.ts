import { transitions, type MembershipEvent, type MembershipState } from '@backlot/domain/memberships/transitions';

type Kind = MembershipEvent['kind'];

const met = new Map<string, number>();

export function countTransition(state: MembershipState, event: Kind): void {
  const key = `${state} ${event}`;
  met.set(key, (met.get(key) ?? 0) + 1);
}

export interface TransitionMet {
  readonly state: MembershipState;
  readonly event: Kind;
  readonly count: number;
  /** The table lets it change something. */
  readonly isAllowed: boolean;
}

/** Every state of a membership with everything that can happen to it, and how often the product met that. */
export const transitionsMet = (): TransitionMet[] =>
  (Object.keys(transitions) as MembershipState[]).flatMap((state) =>
    (Object.keys(transitions[state]) as Kind[]).map((event) => ({
      state,
      event,
      count: met.get(`${state} ${event}`) ?? 0,
      isAllowed: !('refused' in transitions[state][event]),
    })),
  );
