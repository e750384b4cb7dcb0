import { describe, expect, it } from 'vitest';
import { openCoverage } from './coverage.ts';
import { runSlice } from './run-slice.ts';
import { cheaplyCaught, type SabotageName } from './sabotages.ts';

/** A slice takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

describe('what keeps money right, taken away', () => {
  it.each(Object.entries(cheaplyCaught))(
    'money that goes wrong is noticed: %s',
    async (name, seed) => {
      const sabotage = name as SabotageName;
      let violations = 0;
      // What happens at once falls out differently from run to run: what one slice does not meet the next one does.
      for (let next = seed; next < seed + 4 && violations === 0; next += 1)
        violations = (await runSlice({ seed: next, events: 500, sabotage, coverage: openCoverage() })).violations
          .length;
      expect(violations).toBeGreaterThan(0);
    },
    limit,
  );
});
