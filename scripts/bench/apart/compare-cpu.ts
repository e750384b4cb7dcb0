import { pairedRatio } from '../result.ts';
import { startProgram, type Program } from './programs.ts';
import type { Shot } from './load.ts';

export interface Asked extends Pick<Shot, 'url' | 'headers' | 'requests'> {
  /** Who answers, whose processor time is counted. */
  readonly program: Program;
}

const [rounds, seconds, warmUpSeconds, connections] = [9, 3, 2, 16] as const;

/**
 * Of two programs that answer the same: the second's processor time for an answer divided by the first's, so 0.5 is twice
 * as dear. They take turns (ABBA), and it is the median of the rounds' ratios: what slows a machine slows both of a round.
 *
 * @param pace fewer and shorter rounds, for a figure of which only the direction counts
 */
export async function compareCpu(
  ours: Asked,
  bare: Asked,
  pace: { readonly rounds?: number; readonly seconds?: number } = {},
): Promise<{ readonly ratio: number; readonly oursMs: number; readonly bareMs: number }> {
  const load = startProgram('load.ts');
  try {
    const cost = async ({ program, ...shot }: Asked, length: number): Promise<number> => {
      const before = await program.cpuMs();
      const { answers } = await load.ask<{ answers: number }>({ ...shot, seconds: length, connections });
      return (await program.cpuMs()) / answers - before / answers;
    };
    const seen = { ours: [] as number[], bare: [] as number[] };
    for (const asked of [ours, bare]) await cost(asked, pace.seconds ?? warmUpSeconds);
    for (let round = 0; round < (pace.rounds ?? rounds); round += 1) {
      const turns = [['ours', ours] as const, ['bare', bare] as const];
      for (const [name, asked] of round % 2 === 0 ? turns : turns.toReversed())
        seen[name].push(await cost(asked, pace.seconds ?? seconds));
    }
    const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
    return { ratio: pairedRatio(seen.bare, seen.ours), oursMs: middle(seen.ours), bareMs: middle(seen.bare) };
  } finally {
    await load.stop();
  }
}
