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

/** How often each fault was met so far. */
export type FaultsMet = ReadonlyMap<string, number>;

interface Shares {
  /** Nothing fails. */
  readonly fine: number;
  /** The provider's answer does. */
  readonly failing: number;
  /** It refuses what it was asked for, or takes another amount. The rest is interrupted. */
  readonly other: number;
}

/** Two events in three have none. What is typed on a provider's page asks nothing of ours, and can only take another amount. */
const shares: Readonly<Record<Asked | 'nothing', Shares>> = {
  nothing: { fine: 0.66, failing: 0, other: 0 },
  charge: { fine: 0.66, failing: 0.18, other: 0.02 },
  find: { fine: 0.66, failing: 0.18, other: 0 },
  refund: { fine: 0.66, failing: 0.18, other: 0.06 },
  end: { fine: 0.66, failing: 0.18, other: 0.06 },
  form: { fine: 0.84, failing: 0, other: 0.06 },
};
/** Of what is asked for seldom more fails, where each fault is to be met. */
const seldom: Partial<Record<Asked, Shares>> = {
  refund: { fine: 0.5, failing: 0.28, other: 0.1 },
  end: { fine: 0.2, failing: 0.52, other: 0.15 },
};

/** `met`: where each fault is to be met; an answer then fails in the way that was met least. */
export function drawFaults(random: Random, asked: Asked | null, met: FaultsMet | null = null): EventFaults {
  const { fine, failing, other } = (met && asked && seldom[asked]) ?? shares[asked ?? 'nothing'];
  const drawn = random.next();
  if (drawn < fine || (asked === 'form' && drawn >= fine + other)) return noFaults;
  // The end of a series is asked for where its refunds are.
  const on = asked === 'end' ? 'refund' : asked === 'form' ? 'charge' : asked;
  if (on !== null && drawn < fine + failing) {
    const kind = met ? rarest(answers, (answer) => met.get(`${asked} ${answer}`) ?? 0) : random.pick(answers);
    return { ...noFaults, name: `${asked} ${kind}`, rules: [{ kind, on, count: 1 }] };
  }
  if (on === 'refund' && drawn < fine + failing + other)
    return { ...noFaults, name: `${asked} refused`, rules: [{ kind: 'decline', on: 'refund', count: 1 }] };
  if (on === 'charge' && drawn < fine + failing + other)
    return {
      ...noFaults,
      name: 'other amount',
      rules: [{ kind: 'other-amount', by: random.pick([-1, 1, 100]), count: 1 }],
    };
  const when = random.pick(['before', 'within', 'after'] as const);
  const how = random.pick(['dies', 'cut'] as const);
  return { name: `${how} ${when}`, rules: [], interruption: { unit: random.between(1, 3), when, how } };
}

const rarest = <T>(names: readonly T[], count: (name: T) => number): T =>
  names.reduce((found, name) => (count(name) < count(found) ? name : found));
