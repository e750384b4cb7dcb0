import { newStorageRandom, openDiskStorage, storageKey, type Storage, type TenantKey } from '@backlot/media';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const benchTenant = { id: 'abc123def456' };

export interface BenchStore {
  readonly folder: string;
  readonly storage: Storage;
  put(original: Buffer): Promise<TenantKey>;
  close(): Promise<void>;
}

/** A disk store of its own in the system's temporary folder. */
export async function openBenchStore(): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-media-'));
  const storage = await openDiskStorage({ root: join(folder, 'store') });
  return {
    folder,
    storage,
    async put(original) {
      const key = storageKey(benchTenant, 'original', newStorageRandom());
      await storage.put(key, original, { contentType: 'application/octet-stream', maxBytes: 5e9 });
      return key;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

/** What a work took: by the clock, and in processor time of this process and of those that it started and saw end. */
export interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

/** Processor time is the same on a machine that does something else besides. Linux alone tells it; else 0. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = await processorMs();
  const ms = await millisecondsOf(work);
  return { ms, processorMs: (await processorMs()) - before };
}

/** Of `/proc/self/stat`: user, system, and both of children that were waited for, in ticks of ten milliseconds. */
async function processorMs(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => null);
  if (stat === null) return 0;
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return ticks.reduce((sum, tick) => sum + Number(tick), 0) * 10;
}

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
