import { median, result, type BenchResult } from './result.ts';

/** What each round came to; the unit is the caller's. */
export interface Turns<M = number> {
  readonly ours: readonly M[];
  readonly bare: readonly M[];
}

/**
 * Measures two that do the same in turns, the first of a round being the second of the next (ABBA): a machine that grows
 * slower, or that is slower after one of them, slows both alike. Each runs once before, uncounted, so that neither pays for
 * what both read.
 */
export async function inTurns<M>(
  rounds: number,
  measure: { readonly ours: () => Promise<M>; readonly bare: () => Promise<M> },
): Promise<Turns<M>> {
  const seen = { ours: [] as M[], bare: [] as M[] };
  await measure.bare();
  await measure.ours();
  for (let round = 0; round < rounds; round += 1) {
    const order = ['ours', 'bare'] as const;
    for (const name of round % 2 === 0 ? order : order.toReversed()) seen[name].push(await measure[name]());
  }
  return seen;
}

/** One figure of each round, where several were measured. */
export const turnsOf = <M>({ ours, bare }: Turns<M>, figure: (measured: M) => number): Turns => ({
  ours: ours.map(figure),
  bare: bare.map(figure),
});

/** The median of the rounds' ratios, and between which the middle half of them lies. */
export function ratioResult(name: string, { ours, bare }: Turns, rule: '<=' | '>=', bound: number): BenchResult {
  const ratios = ours.map((one, round) => one / bare[round]!).toSorted((a, b) => a - b);
  const quarter = Math.floor(ratios.length / 4);
  const spread = [ratios[quarter]!, ratios.at(-1 - quarter)!].map((ratio) => Number(ratio.toPrecision(4)));
  return {
    ...result(name, median(ratios), '×', rule, bound),
    spread: spread as [number, number],
    rounds: ratios.length,
  };
}
