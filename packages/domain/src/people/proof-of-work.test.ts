import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSolved, solvePuzzle, type Puzzles } from './proof-of-work.ts';
import { sha256 } from './sha256.ts';

it.each([0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 300])(
  'the hash of %i characters is that of the platform',
  (length) => {
    const text = 'seed.1.1234567890'.repeat(20).slice(0, length);
    expect(
      Buffer.from(sha256(text).buffer as ArrayBuffer)
        .swap32()
        .toString('hex'),
    ).toBe(createHash('sha256').update(text).digest('hex'));
  },
);

const puzzles: Puzzles = { seed: 'a-seed-from-the-server', count: 3, bits: 8 };
const solve = (given: Puzzles): number[] =>
  Array.from({ length: given.count }, (_, index) => solvePuzzle(given, index, 0, 1e6)!);

it('what was solved is solved, and nothing else is', () => {
  const [first, second, third] = solve(puzzles);
  expect(isSolved(puzzles, `${first},${second},${third}`)).toBe(true);
  for (const wrong of [
    `${first},${second}`,
    `${first},${second},${third},${third}`,
    '',
    'x,y,z',
    `${first},${second},-1`,
    `${first},${second},1e3`,
  ]) {
    expect(isSolved(puzzles, wrong)).toBe(false);
  }
  expect(isSolved({ ...puzzles, seed: 'another-seed' }, `${first},${second},${third}`)).toBe(false);
  expect(isSolved({ ...puzzles, bits: 30 }, `${first},${second},${third}`)).toBe(false);
});

it('a search ends where it was told to', () => {
  expect(solvePuzzle({ ...puzzles, bits: 32 }, 0, 0, 50)).toBeNull();
});
