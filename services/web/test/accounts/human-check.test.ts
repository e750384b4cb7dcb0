import { isSolved } from '@backlot/domain/people/proof-of-work';
import { expect, it } from 'vitest';
import { solvePuzzles } from '../../src/lib/human-check/solve-puzzles.ts';

it('the browser solves what the server asks, and leaves the page its turns', async () => {
  const puzzles = { seed: 'a-seed-of-the-server', count: 4, bits: 12 };
  let turns = 0;
  const looking = setInterval(() => {
    turns += 1;
  }, 1);
  const solution = await solvePuzzles(puzzles, new AbortController().signal);
  clearInterval(looking);
  expect(isSolved(puzzles, solution)).toBe(true);
  expect(turns).toBeGreaterThan(0);
});

it('who leaves the form stops the work', async () => {
  const left = new AbortController();
  const solving = solvePuzzles({ seed: 'a-seed-of-the-server', count: 1, bits: 32 }, left.signal);
  setTimeout(() => left.abort(new Error('left')), 5);
  await expect(solving).rejects.toThrow('left');
});
