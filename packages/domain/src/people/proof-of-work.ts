import { sha256 } from './sha256.ts';

/**
 * The human check without keys: a puzzle that costs a browser a moment and a guesser, over thousands of tries, a processor.
 * It proves no person; it only slows (DECISIONS 20). Several small puzzles instead of one large one, so that nobody is
 * unlucky for long.
 */
export interface Puzzles {
  /** Random, from the server. At most 24 characters, so that a hash is one block of SHA-256. */
  readonly seed: string;
  readonly count: number;
  /** Leading zero bits that each hash needs: `count * 2 ** bits` hashes on average. */
  readonly bits: number;
}

/** The first number from `from` to below `until` that solves puzzle `index`, or null. */
export function solvePuzzle({ seed, bits }: Puzzles, index: number, from: number, until: number): number | null {
  for (let number = from; number < until; number += 1) if (leadingZeros(seed, index, number) >= bits) return number;
  return null;
}

/** `solution` is the numbers with commas. */
export function isSolved(puzzles: Puzzles, solution: string): boolean {
  const numbers = solution.split(',');
  return (
    numbers.length === puzzles.count &&
    numbers.every(
      (text, index) => /^\d{1,10}$/.test(text) && leadingZeros(puzzles.seed, index, Number(text)) >= puzzles.bits,
    )
  );
}

const leadingZeros = (seed: string, index: number, number: number): number =>
  Math.clz32(sha256(`${seed}.${index}.${number}`)[0]!);
