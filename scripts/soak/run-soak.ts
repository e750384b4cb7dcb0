import { setTimeout as sleep } from 'node:timers/promises';
import { seeded } from '../crash/random.ts';
import { openAsking } from './ask.ts';
import { openHarness, type Harness } from './harness.ts';
import { makePlan, planAfterwards } from './plan.ts';
import { newTally, runSlice, type Tally, type Wrong } from './run-slice.ts';
import type { SabotageName } from './sabotages.ts';
import { openSockets } from './sockets.ts';

export interface SoakOptions {
  readonly seed: number;
  readonly requests: number;
  readonly sabotage?: SabotageName | null;
  readonly report?: (text: string) => void;
}

export interface SoakReport {
  readonly tally: Tally;
  /** What was wrong, and the seed with which its slice is asked again; empty where nothing was. */
  readonly wrong: ReadonlyArray<Wrong & { readonly seed: number }>;
}

/** Requests of a slice; each has a seed of its own, and faults of every kind. */
export const sliceSize = 10_000;
const siteCount = 20;
/** Milliseconds after the last fault from which nothing is refused any more. */
const recoversWithinMs = 2_000;

/** Asks two servers of twenty sites so many requests, in slices, until something is wrong. */
export async function runSoak({ seed, requests, sabotage = null, report }: SoakOptions): Promise<SoakReport> {
  const harness = await openHarness({ seed, siteCount });
  try {
    await harness.restart(sabotage);
    return await soak(harness, { seed, requests, ...(report ? { report } : {}) });
  } finally {
    await harness.close();
  }
}

/** The same with servers that run. */
export async function soak(harness: Harness, { seed, requests, report }: SoakOptions): Promise<SoakReport> {
  const tally = newTally();
  const asking = openAsking();
  // What other servers told.
  for (const { people } of harness.sites) for (const { addresses } of people) addresses.length = 0;
  const sockets = openSockets(harness);
  try {
    for (let done = 0, number = seed; done < requests; done += sliceSize, number += 1) {
      const begun = performance.now();
      const plan = makePlan(seeded(number), Math.min(sliceSize, requests - done));
      const wrong = [...(await runSlice(harness, asking, plan, tally)), ...sockets.takeWrong()];
      tally.frames = sockets.heard;
      report?.(
        `seed ${number}: ${plan.count} requests in ${((performance.now() - begun) / 1_000).toFixed(1)} s, ${wrong.length} wrong`,
      );
      if (wrong.length > 0) return { tally, wrong: wrong.map((one) => ({ ...one, seed: number })) };
    }
    await sleep(recoversWithinMs);
    const { sites, ports } = harness;
    const wrong = await runSlice(harness, asking, planAfterwards(sites.length, ports.length), newTally());
    report?.(`afterwards: ${wrong.length} wrong`);
    return { tally, wrong: wrong.map((one) => ({ ...one, seed })) };
  } finally {
    sockets.close();
    asking.close();
  }
}
