import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHarness, type Harness } from './harness.ts';
import { kinds } from './plan.ts';
import { soak } from './run-soak.ts';
import { cheaplyCaught } from './sabotages.ts';

/** It takes long where others work beside it; this ends what hangs. */
const limit = 900_000;
const requests = 20_000;
const seed = 20261128;

/** The gate builds the front end before it comes here; `npm run check` builds none, and soaks where one stands. */
const hasPages = existsSync(new URL('../../services/web/dist/server/entry-server.js', import.meta.url));

let harness: Harness | undefined;
beforeAll(async () => {
  if (!hasPages) return;
  harness = await openHarness({ seed, siteCount: 20 });
}, limit);
afterAll(() => harness?.close());

describe.skipIf(!hasPages)(
  'two servers of twenty sites, asked for everything at once while all of it changes and connections are cut',
  () => {
    it(
      'nothing of one site or person is in an answer to another, and nothing is older than a second',
      async () => {
        await harness!.restart(null);
        const { tally, wrong } = await soak(harness!, { seed, requests });
        expect(wrong).toEqual([]);
        // What was not asked, changed or cut proves nothing.
        expect(tally.asked).toBe(requests);
        expect(tally.answered).toBeGreaterThan(requests * 0.8);
        expect(tally.aborted).toBeGreaterThan(requests / 20);
        expect(tally.changed).toBeGreaterThan(requests / 50);
        expect(tally).toMatchObject({ terminated: requests / 2_000, cuts: requests / 10_000 });
        expect(tally.frames).toBeGreaterThan(requests / 100);
        expect(kinds.filter((kind) => !tally.kinds.has(kind))).toEqual([]);
      },
      limit,
    );

    it.each(cheaplyCaught)(
      'the soak notices: %s',
      async (sabotage) => {
        await harness!.restart(sabotage);
        const { wrong } = await soak(harness!, { seed: 1, requests: 5_000 });
        expect(wrong.length).toBeGreaterThan(0);
      },
      limit,
    );
  },
);
