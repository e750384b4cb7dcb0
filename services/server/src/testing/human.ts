import type { Challenge, HumanCheck } from '@backlot/contracts/human-check';
import { solvePuzzle } from '@backlot/domain/people/proof-of-work';

/** Does what a browser does with a challenge without keys; the waiting is the caller's. */
export function solve({ token, seed = '', puzzles = 0, bits = 0 }: Challenge): HumanCheck {
  const numbers = Array.from({ length: puzzles }, (_, index) =>
    solvePuzzle({ seed, count: puzzles, bits }, index, 0, 1e9),
  );
  return { token, solution: numbers.join(',') };
}
