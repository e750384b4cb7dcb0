import { describe, expect, it } from 'vitest';
import { openCoverage } from './coverage.ts';
import { restOf, runSlice } from './run-slice.ts';

/** A slice takes long where others work beside it; this ends what hangs. */
const limitMs = 1_500_000;
/** Of a slice: what is looked at once all is quiet comes on top, so that four of them are 20,000 events. */
const events = 4_800;

/** A slice of the simulation a seed. Those of the gate are in two files, so that two processors share them. */
export const slicesKeptRight = (
  how: string,
  { seeds, isOnRest }: { readonly seeds: readonly number[]; readonly isOnRest: boolean },
): void => {
  describe(`whatever fans, staff and providers do, and whatever fails (${how})`, () => {
    it.each(seeds)(
      'every charge is in the books once, costs what was told and opens what it paid for (seed %i)',
      async (seed) => {
        expect(restOf(seed).isOnRest).toBe(isOnRest);
        const { violations } = await runSlice({ seed, events, sabotage: null, coverage: openCoverage() });
        const told = violations.map(({ invariant, text, fan, event }) =>
          [invariant, event, text, ...(fan?.history ?? [])].join('\n'),
        );
        expect(told).toEqual([]);
      },
      limitMs,
    );
  });
};
