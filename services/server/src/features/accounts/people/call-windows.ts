import { DomainError } from '@backlot/contracts';
import type { Clock } from '../../../clock.ts';
import { BoundedMemory } from '../../../memory/bounded-memory.ts';
import { atMost } from '../../../tries/at-most.ts';
import { inBatches } from '../../../tries/in-batches.ts';
import type { TriesStore } from '../../../tries/tries.ts';

/**
 * The part of a line's calls that a process takes from the common count at once, so that not every call asks for it. What
 * it does not use is lost to the line until the window ends.
 */
const PART = 20;
const partOf = (max: number): number => Math.max(1, Math.floor(max / PART));
const REMEMBERED = 20_000;

/** A part of a line's calls in a window. */
interface Share {
  left: number;
  readonly isRefused: boolean;
  readonly until: number;
}

export interface CallWindows {
  /** @throws `too-many-requests` for a line whose calls are all made, or given out to other processes */
  take(line: string, calls: { readonly max: number; readonly seconds: number }): Promise<void>;
}

export function openCallWindows(clock: Clock, tries: Pick<TriesStore, 'count'>): CallWindows {
  const shares = new BoundedMemory<string, Promise<Share>>('call-windows', atMost(REMEMBERED));
  const count = inBatches<{ key: string; by: number; windowMs: number }, { tries: number; until: Date }>(
    async (all) => {
      const windows = [...Map.groupBy(all, ({ key }) => key)].map(([key, some]) => ({
        key,
        by: some.reduce((sum, { by }) => sum + by, 0),
        windowMs: some[0]!.windowMs,
      }));
      const answers = await tries.count(windows, clock.now());
      const byKey = new Map(answers.map((one) => [one.key, one]));
      return all.map(({ key }) => byKey.get(key)!);
    },
  );
  const ask = (line: string, { max, seconds }: { max: number; seconds: number }): Promise<Share> => {
    const by = partOf(max);
    const share = count({ key: line, by, windowMs: seconds * 1_000 }).then(({ tries: taken, until }) => ({
      left: by,
      isRefused: taken > max,
      until: until.getTime(),
    }));
    share.catch(() => shares.delete(line));
    shares.set(line, share);
    return share;
  };
  return {
    async take(line, calls) {
      for (;;) {
        const asked = shares.get(line) ?? ask(line, calls);
        const share = await asked;
        const leftMs = share.until - clock.now().getTime();
        if (leftMs > 0 && share.isRefused)
          throw new DomainError('too-many-requests', {}, { retryAfterSeconds: Math.ceil(leftMs / 1_000) });
        if (leftMs > 0 && share.left > 0) {
          share.left -= 1;
          return;
        }
        // Used up or over: whoever comes first asks for the next.
        if (shares.get(line) === asked) shares.delete(line);
      }
    },
  };
}
