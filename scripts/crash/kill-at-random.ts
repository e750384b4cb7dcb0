import { dayMs } from '@backlot/domain/formats/when';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Harness } from './harness.ts';
import type { Random } from './random.ts';
import type { Servers } from './servers.ts';
import type { Shopping } from './shop.ts';

/** A month passes so often, each time with all the renewals that it brings. */
const months = 4;

interface Killing {
  readonly harness: Harness;
  readonly servers: Servers;
  readonly random: Random;
  readonly kills: number;
  readonly seen: Shopping;
  report(text: string): void;
}

/**
 * Kills now one server and now another, both within a moment now and then and whenever a month passes, and starts them
 * again. Gives the indexes of those that died together, in order.
 */
export async function killAtRandom({ harness, servers, random, kills, seen, report }: Killing): Promise<number[][]> {
  const deaths: number[][] = [];
  const all = harness.servers.map((_, index) => index);
  const monthKills = Math.ceil(kills / (months + 1));
  let [killed, passed] = [0, 0];
  const kill = async (which: readonly number[]): Promise<void> => {
    const dying = which.slice(0, kills - killed);
    await servers.kill(dying, random.between(0, 60));
    if (dying.length > 0) deaths.push(dying);
    if (Math.floor((killed + dying.length) / 25) > Math.floor(killed / 25))
      report(`${killed + dying.length} of ${kills} kills, ${(await harness.twin.charges()).length} charges asked for`);
    killed += dying.length;
  };
  await servers.start(harness.aheadMs());
  while (killed < kills) {
    await amidTraffic(seen, random);
    const after = killed + all.length;
    const isMonthOver = after <= kills && after >= (passed + 1) * monthKills;
    const which =
      isMonthOver || random.chance(0.1) ? (random.chance(0.5) ? all : all.toReversed()) : [random.pick(all)];
    await kill(which);
    // No server is told of a month that passes while it lives.
    if (isMonthOver) {
      passed += 1;
      harness.moveOn(31 * dayMs);
      await harness.tick();
    }
    const started = servers.start(harness.aheadMs());
    started.catch(() => undefined);
    // One in ten does not live to see its first request.
    if (random.chance(0.1)) {
      await sleep(random.between(0, 250));
      await kill(which);
      await servers.start(harness.aheadMs());
    }
    // And as often the one that is left dies before the other is back.
    else if (random.chance(0.5)) await started;
  }
  return deaths;
}

/** Some answers after the start and a moment more, so that the kill falls among requests of every age. */
async function amidTraffic(seen: Shopping, random: Random): Promise<void> {
  const until = seen.answered + random.between(0, 15);
  const since = performance.now();
  while (seen.answered < until && performance.now() - since < 5_000) await sleep(5);
  await sleep(random.between(0, 60));
}
