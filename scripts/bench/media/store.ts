import { newStorageRandom, openDiskStorage, storageKey, type Storage, type TenantKey } from '@backlot/media';
import { mkdtemp, rm } from 'node:fs/promises';
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

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
