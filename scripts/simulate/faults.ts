import type { FaultRule } from '@backlot/payments/twin-control';
import type { Random } from '../crash/random.ts';
import type { Interruption } from './interruptions.ts';

/** What goes wrong during one event. */
export interface EventFaults {
  readonly name: string;
  /** Of the card provider, once. */
  readonly rules: readonly FaultRule[];
  readonly interruption: Interruption | null;
}

export const noFaults: EventFaults = { name: 'none', rules: [], interruption: null };

const answers = ['reset-before', 'reset-after', 'error-before', 'error-after'] as const;

/** What an event asks the card provider for. */
export type Asked = 'charge' | 'refund' | 'find' | 'end' | 'form';

/** Everything that goes wrong, by the names under which it is counted; webhooks have theirs from `deliverOne`. */
export const faultNames: readonly string[] = [
  ...(['charge', 'refund', 'find', 'end'] as const).flatMap((on) => answers.map((answer) => `${on} ${answer}`)),
  'refund refused',
  'end refused',
  'other amount',
  ...(['dies', 'cut'] as const).flatMap((how) =>
    (['before', 'within', 'after'] as const).map((when) => `${how} ${when}`),
  ),
  'lost',
  'doubled',
  'out of order',
];

/** Two events in three have none. What is typed on a provider's page asks nothing of ours, and can only take another amount. */
export function drawFaults(random: Random, asked: Asked | null): EventFaults {
  const drawn = random.next();
  if (drawn < 0.66 || (asked === 'form' && !(drawn >= 0.84 && drawn < 0.9))) return noFaults;
  // The end of a series is asked for where its refunds are.
  const on = asked === 'end' ? 'refund' : asked === 'form' ? 'charge' : asked;
  if (on !== null && drawn < 0.84) {
    const kind = random.pick(answers);
    return { ...noFaults, name: `${asked} ${kind}`, rules: [{ kind, on, count: 1 }] };
  }
  if (on === 'refund' && drawn < 0.9)
    return { ...noFaults, name: `${asked} refused`, rules: [{ kind: 'decline', on: 'refund', count: 1 }] };
  if (on === 'charge' && drawn < (asked === 'form' ? 0.9 : 0.86))
    return {
      ...noFaults,
      name: 'other amount',
      rules: [{ kind: 'other-amount', by: random.pick([-1, 1, 100]), count: 1 }],
    };
  const when = random.pick(['before', 'within', 'after'] as const);
  const how = random.pick(['dies', 'cut'] as const);
  return { name: `${how} ${when}`, rules: [], interruption: { unit: random.between(1, 3), when, how } };
}
