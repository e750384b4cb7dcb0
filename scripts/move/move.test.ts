import { describe, expect, it } from 'vitest';
import { runMove, type MoveResult } from './run-move.ts';
import type { MoveSabotage } from './sabotages.ts';

/** A run takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

const toldOf = ({ violations }: MoveResult): string[] =>
  violations.map(({ invariant, text, fan }) => [`${invariant}: ${text}`, ...(fan?.history ?? [])].join('\n'));

/** Two of the sabotages, and what notices each, so that no other finding passes for it; `npm run move -- --sabotage` has all. */
const sabotages: readonly (readonly [MoveSabotage, string])[] = [
  ['both-renew', 'not one series'],
  ['begins-today', 'lost days'],
];

describe('members who move to another provider and back, fan by fan, whatever fails', () => {
  it(
    'are each charged once a period and lose no day',
    async () => {
      const result = await runMove({ fans: 20, seed: 1, from: 'form', pace: 'quick' });
      expect(toldOf(result)).toEqual([]);
      expect(result.moved).toBeGreaterThan(8);
      expect(result.movedBack).toBeGreaterThan(5);
    },
    limit,
  );

  it.each(sabotages)(
    'and what goes wrong is noticed: %s is %s',
    async (sabotage, invariant) => {
      const { violations } = await runMove({
        fans: 12,
        seed: 2,
        from: 'form',
        pace: 'quick',
        sabotage,
        isOneWay: true,
      });
      expect(violations.map((violation) => violation.invariant)).toContain(invariant);
    },
    limit,
  );
});
