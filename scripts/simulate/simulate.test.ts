import { describe, expect, it } from 'vitest';
import { openCoverage } from './coverage.ts';
import { runSlice, type SliceResult } from './run-slice.ts';
import { cheaplyCaught, type SabotageName } from './sabotages.ts';

const run = (seed: number, events: number, sabotage: SabotageName | null = null): Promise<SliceResult> =>
  runSlice({ seed, events, sabotage, coverage: openCoverage() });

/** A slice takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

const toldOf = ({ violations }: SliceResult): string[] =>
  violations.map(({ invariant, text, fan, event }) => [invariant, event, text, ...(fan?.history ?? [])].join('\n'));

describe('whatever fans, staff and providers do, and whatever fails', () => {
  it.each([1, 3])(
    'every charge is in the books once, costs what was told and opens what it paid for (seed %i)',
    async (seed) => {
      expect(toldOf(await run(seed, 1000))).toEqual([]);
    },
    limit,
  );

  it.each(Object.entries(cheaplyCaught))(
    'money that goes wrong is noticed: %s',
    async (sabotage, seed) => {
      let violations = 0;
      // What happens at once falls out differently from run to run: what one slice does not meet the next one does.
      for (let next = seed; next < seed + 4 && violations === 0; next += 1)
        violations = (await run(next, 500, sabotage as SabotageName)).violations.length;
      expect(violations).toBeGreaterThan(0);
    },
    limit,
  );
});
