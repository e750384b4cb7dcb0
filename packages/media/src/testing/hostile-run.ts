import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { createFilmPipeline } from '../film/film.ts';
import { filmKeys } from '../film/film-plan.ts';
import { probeFilm } from '../film/film-probe.ts';
import { findFilmTools } from '../film/film-tools.ts';
import { hostileFiles, type HostileFile } from './hostile.ts';
import { openTrap, setCanary, wasRead } from './hostile-traps.ts';
import { createPhotoPipeline } from '../photo/photo.ts';
import { photoKeys } from '../photo/photo-plan.ts';
import { newStorageRandom, storageKey } from '../storage/storage.ts';

export interface HostileReport {
  /** How many files came to which end: `ready`, or the reason of the refusal. */
  readonly ends: ReadonlyMap<string, number>;
  /** Files that made a pipeline throw: an error of ours. */
  readonly faults: readonly string[];
  /** Connections and datagrams that the trap saw. */
  readonly asked: number;
  /** Whether the file outside every job was read; null where the system does not keep times of reading. */
  readonly canaryRead: boolean | null;
  readonly peakBytes: number;
  readonly slowest: { readonly name: string; readonly ms: number };
  /** What is left of folders of jobs. */
  readonly leftovers: readonly string[];
}

const tenant = { id: 'abc123def456' };

/** Lets both pipelines work on hostile files, two at a time, with the network open, so that only their own guards hold. */
export async function runHostile({
  seed,
  count,
  onFile,
}: {
  seed: number;
  count: number;
  onFile?: (name: string, end: string, ms: number) => void;
}): Promise<HostileReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  const trap = await openTrap();
  try {
    for (const name of ['work', 'store', 'probe']) await mkdir(join(folder, name));
    const canary = join(folder, 'canary.mp4');
    const isWatched = await setCanary(canary);
    const storage = await openDiskStorage({ root: join(folder, 'store') });
    let peakBytes = 0;
    const child = {
      withNetwork: true,
      onMemory: (bytes: number): void => {
        peakBytes = Math.max(peakBytes, bytes);
      },
    };
    const options = { storage, workFolder: join(folder, 'work'), child };
    const [photos, films, tools] = [
      createPhotoPipeline(options),
      createFilmPipeline({ ...options, concurrency: 2 }),
      await findFilmTools(),
    ];

    const process = async (file: HostileFile): Promise<string> => {
      if (file.pastFirstLook) {
        const probing = await mkdtemp(join(folder, 'probe', 'p-'));
        await writeFile(join(probing, 'source'), file.bytes);
        const seen = await probeFilm(tools.ffprobe, probing, child);
        if ('film' in seen) throw new Error('text was taken for a film');
      }
      const source = storageKey(tenant, 'original', newStorageRandom());
      await storage.put(source, file.bytes, { contentType: 'application/octet-stream', maxBytes: 1e9 });
      const random = { private: newStorageRandom(), public: newStorageRandom() };
      const outcome =
        file.as === 'photo'
          ? await photos.process({ source, keyFor: photoKeys(tenant, random) })
          : await films.process({ source, keyFor: filmKeys(tenant, random) });
      return outcome.ready ? 'ready' : outcome.reason;
    };

    const ends = new Map<string, number>();
    const faults: string[] = [];
    let slowest = { name: '', ms: 0 };
    const files = hostileFiles({ seed, count, traps: { address: trap.address, canary }, folder });
    const hand = async (): Promise<void> => {
      for (let next = await files.next(); !next.done; next = await files.next()) {
        const from = performance.now();
        const end = await process(next.value).catch((error: unknown) => {
          faults.push(`${next.value?.name}: ${String(error)}`);
          return 'fault';
        });
        const ms = performance.now() - from;
        if (ms > slowest.ms) slowest = { name: next.value.name, ms };
        ends.set(end, (ends.get(end) ?? 0) + 1);
        onFile?.(next.value.name, end, ms);
      }
    };
    await Promise.all([hand(), hand()]);
    return {
      ends,
      faults,
      asked: trap.asked(),
      canaryRead: isWatched ? await wasRead(canary) : null,
      peakBytes,
      slowest,
      leftovers: await readdir(join(folder, 'work')),
    };
  } finally {
    await trap.close();
    await rm(folder, { recursive: true });
  }
}
