import { describe, expect, it } from 'vitest';
import { runMove, type MoveResult } from './run-move.ts';
import { moveSabotageNames, type MoveSabotage } from './sabotages.ts';

/** A run takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

const toldOf = ({ violations }: MoveResult): string[] =>
  violations.map(({ invariant, text, fan }) => [`${invariant}: ${text}`, ...(fan?.history ?? [])].join('\n'));

/** What each of them breaks, so that no other finding passes for it. */
const noticedAs: Readonly<Record<MoveSabotage, string>> = {
  'series-not-ended': 'series not ended',
  'both-renew': 'not one series',
  'begins-today': 'lost days',
  'forgotten-cancellations': 'not one series',
};

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

  it.each(moveSabotageNames)(
    'and what goes wrong is noticed: %s',
    async (sabotage) => {
      const { violations } = await runMove({
        fans: 12,
        seed: 2,
        from: 'form',
        pace: 'quick',
        sabotage,
        isOneWay: true,
      });
      expect(violations.map(({ invariant }) => invariant)).toContain(noticedAs[sabotage]);
    },
    limit,
  );
});
