import { describe, expect, it } from 'vitest';
import { openCoverage } from './coverage.ts';
import { runSlice } from './run-slice.ts';
import { cheaplyCaught, type SabotageName } from './sabotages.ts';

/** A slice takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

describe('what keeps money right, taken away', () => {
  it.each(Object.entries(cheaplyCaught))(
    'money that goes wrong is noticed, as what it is: %s',
    async (name, { seed, breaks }) => {
      const sabotage = name as SabotageName;
      const noticed = new Set<string>();
      const isCaught = () => breaks.some((invariant) => noticed.has(invariant));
      // What happens at once falls out differently from run to run: what one slice does not meet the next one does.
      for (let next = seed; next < seed + 8 && !isCaught(); next += 1) {
        const { violations } = await runSlice({ seed: next, events: 500, sabotage, coverage: openCoverage() });
        for (const { invariant } of violations) noticed.add(invariant);
      }
      expect(isCaught(), `noticed: ${[...noticed].join(', ') || 'nothing'}`).toBe(true);
    },
    limit,
  );
});
