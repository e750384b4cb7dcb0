export interface BenchResult {
  readonly name: string;
  readonly figure: number;
  readonly unit: string;
  /** As people read it, `< 1` or `>= 0.5`. */
  readonly target: string;
  readonly met: boolean;
  /** Between which the middle half of the rounds lies, where there were several. */
  readonly spread?: readonly [number, number];
  readonly rounds?: number;
}

const rules = {
  '<': (figure: number, bound: number) => figure < bound,
  '<=': (figure: number, bound: number) => figure <= bound,
  '>=': (figure: number, bound: number) => figure >= bound,
} as const;

export function result(
  name: string,
  figure: number,
  unit: string,
  rule: keyof typeof rules,
  bound: number,
): BenchResult {
  return {
    name,
    figure: Number(figure.toPrecision(4)),
    unit,
    target: `${rule} ${bound}`,
    met: rules[rule](figure, bound),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Median of the ratios of each round: what slows a machine for a while slows both of a round. */
export const pairedRatio = (ours: readonly number[], bare: readonly number[]): number =>
  median(ours.map((time, round) => time / bare[round]!));
