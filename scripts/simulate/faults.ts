import type { FaultRule } from '@backlot/payments/twin-control';
import type { Random } from '../crash/random.ts';
import type { Strike } from './lives.ts';

/** What goes wrong during one event. */
export interface Trouble {
  readonly name: string;
  /** Of the card provider, once. */
  readonly rules: readonly FaultRule[];
  readonly strike: Strike | null;
}

export const noTrouble: Trouble = { name: 'none', rules: [], strike: null };

const answers = ['reset-before', 'reset-after', 'error-before', 'error-after'] as const;

/** What an event asks the card provider for. */
export type Asked = 'charge' | 'refund' | 'find';

/** Two events in three go well. */
export function drawTrouble(random: Random, on: Asked | null): Trouble {
  const drawn = random.next();
  if (drawn < 0.66) return noTrouble;
  if (on !== null && drawn < 0.84) {
    const kind = random.pick(answers);
    return { ...noTrouble, name: `${on} ${kind}`, rules: [{ kind, on, count: 1 }] };
  }
  if (on === 'refund' && drawn < 0.9)
    return { ...noTrouble, name: 'refund refused', rules: [{ kind: 'decline', on: 'refund', count: 1 }] };
  if (on === 'charge' && drawn < 0.86)
    return {
      ...noTrouble,
      name: 'other amount',
      rules: [{ kind: 'other-amount', by: random.pick([-1, 1, 100]), count: 1 }],
    };
  const when = random.pick(['before', 'within', 'after'] as const);
  const how = random.pick(['dies', 'cut'] as const);
  return { name: `${how} ${when}`, rules: [], strike: { unit: random.between(1, 3), when, how } };
}
