import { describe, expect, it } from 'vitest';
import { openCoverage } from './coverage.ts';
import { runSlice, type SliceResult } from './run-slice.ts';

/** A slice takes long where others work beside it; this ends what hangs. */
const limit = 900_000;

const toldOf = ({ violations }: SliceResult): string[] =>
  violations.map(({ invariant, text, fan, event }) => [invariant, event, text, ...(fan?.history ?? [])].join('\n'));

describe('whatever fans, staff and providers do, and whatever fails', () => {
  it.each([1, 3])(
    'every charge is in the books once, costs what was told and opens what it paid for (seed %i)',
    async (seed) => {
      expect(toldOf(await runSlice({ seed, events: 1000, sabotage: null, coverage: openCoverage() }))).toEqual([]);
    },
    limit,
  );
});
