import type { Demand } from '../human-check/challenges.ts';

/** `free` tries without a check; one is forgotten every `leakSeconds`. */
export interface Allowance {
  readonly free: number;
  readonly leakSeconds: number;
}

/** Whether one more try is free after these; levels are fractions, as they leak. */
export const isFree = (tries: number, { free }: Allowance): boolean => tries <= free - 1;

/** The delay and the puzzles' bits after these tries; null while the next is free. Both are capped, so that the owner of an account can always get in. */
export function demandOf(tries: number, allowance: Allowance): Demand | null {
  if (isFree(tries, allowance)) return null;
  const beyond = Math.max(0, Math.ceil(tries) - allowance.free);
  return { waitSeconds: Math.min(15, Math.floor(beyond / 2)), bits: Math.min(16, 12 + Math.floor(beyond / 5)) };
}

/** The hardest of what several counts demand; null while all of them are free. */
export function hardest(
  counted: ReadonlyArray<{ readonly allowance: Allowance }>,
  tries: readonly number[],
): Demand | null {
  const demands = counted
    .map(({ allowance }, index) => demandOf(tries[index] ?? 0, allowance))
    .filter((demand) => demand !== null);
  if (demands.length === 0) return null;
  return {
    waitSeconds: Math.max(...demands.map((one) => one.waitSeconds)),
    bits: Math.max(...demands.map((one) => one.bits)),
  };
}
