import type { Clock } from '../clock.ts';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import type { Allowance } from './allowance.ts';
import { atMost } from './at-most.ts';
import { inBatches } from './in-batches.ts';
import type { TriesStore } from './tries.ts';

/** The most that is counted, so that it is forgotten within a day whatever a stranger does. */
export const HIGHEST = 60;
/** How long this process relies on a level that it read. */
const CACHED_FOR_MS = 1_000;
const MOST_CACHED = 100_000;

/** Something whose tries are counted. */
export interface Counted {
  readonly name: string;
  readonly allowance: Allowance;
}

/** Leaky buckets over all processes: of each, one try is forgotten every `leakSeconds`. */
export interface Levels {
  /** As this process read it within the last second; 0 where it did not. */
  cached(counted: Counted): number;
  /**
   * Counts a try of each.
   * @returns the levels before, and a function that takes the try back where it was no guess. It takes back only what was
   * added: a try beyond the most that is counted takes nothing from the others.
   */
  add(counted: readonly Counted[]): Promise<{ before: readonly number[]; takeBack: () => Promise<void> }>;
}

/** One try among those that were counted together. */
interface Added {
  readonly key: string;
  /** When what was counted before it is forgotten. */
  readonly beforeAt: number;
  readonly addedMs: number;
}

export function openLevels(clock: Clock, tries: Pick<TriesStore, 'add' | 'takeBack'>): Levels {
  const emptyAt = new BoundedMemory<string, number>('tries', { ...atMost(MOST_CACHED), ttl: CACHED_FOR_MS });
  const levelAt = (instant: number, { allowance }: Counted): number =>
    Math.max(0, instant - clock.now().getTime()) / leakMsOf(allowance);

  const addTry = inBatches<Counted, Added>(async (all) => {
    const batch = Map.groupBy(all, ({ name }) => name);
    const asked = [...batch].map(([key, some]) => ({
      key,
      times: some.length,
      leakMs: leakMsOf(some[0]!.allowance),
    }));
    const rest = new Map<string, { at: number; addedMs: number }>();
    for (const answer of await tries.add(asked, HIGHEST, clock.now())) {
      emptyAt.set(answer.key, answer.emptyAt);
      rest.set(answer.key, { at: answer.emptyAt - answer.addedMs, addedMs: answer.addedMs });
    }
    return all.map(({ name, allowance }) => {
      const { at, addedMs } = rest.get(name)!;
      const mine = Math.min(leakMsOf(allowance), addedMs);
      rest.set(name, { at: at + mine, addedMs: addedMs - mine });
      return { key: name, beforeAt: at, addedMs: mine };
    });
  });
  const takeTry = inBatches<Added, null>(async (all) => {
    const sums = [...Map.groupBy(all, ({ key }) => key)].map(([key, some]) => ({
      key,
      addedMs: some.reduce((sum, { addedMs }) => sum + addedMs, 0),
    }));
    for (const { key, addedMs } of sums) {
      const known = emptyAt.get(key);
      if (known !== undefined) emptyAt.set(key, known - addedMs, { noUpdateTTL: true });
    }
    await tries.takeBack(sums);
    return all.map(() => null);
  });

  return {
    cached: (counted) => levelAt(emptyAt.get(counted.name) ?? 0, counted),
    async add(counted) {
      const added = await Promise.all(counted.map(addTry));
      return {
        before: counted.map((one, index) => levelAt(added[index]!.beforeAt, one)),
        takeBack: async () => void (await Promise.all(added.map(takeTry))),
      };
    },
  };
}

const leakMsOf = ({ leakSeconds }: Allowance): number => leakSeconds * 1_000;
