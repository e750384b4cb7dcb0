import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { receivePart } from './receive-upload.ts';
import { newStorageRandom, type Storage, storageKey } from '../storage/storage.ts';

const MiB = 1024 * 1024;
const PART = 8 * MiB;
const PARTS = 16;

let root: string;
let storage: Storage;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'flat-memory-'));
  storage = await openDiskStorage({ root });
});
afterAll(() => rm(root, { recursive: true }));

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The most bytes outside of the heap that are held while the work runs, beyond those at its begin. */
async function peakOf(work: () => Promise<unknown>): Promise<number> {
  const held = (): number => {
    // The sweeping of what a collection lets go goes on beside us; the next one waits for its end.
    collect();
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, held() - before);
  }, 150);
  await work();
  clearInterval(look);
  return peak;
}

/** As a line brings it: in small chunks, each a new buffer. */
function* chunksOf(bytes: number, letter: string): Generator<Buffer> {
  for (let at = 0; at < bytes; at += 64 * 1024) yield Buffer.alloc(Math.min(64 * 1024, bytes - at), letter);
}

describe('a film of any size', () => {
  it('is taken in parts, put together and read without ever lying in memory', async () => {
    const upload = await storage.createMultipart(storageKey({ id: 'abc123def456' }, 'original', newStorageRandom()), {
      contentType: 'video/mp4',
    });
    const taking = await peakOf(async () => {
      for (let first = 1; first <= PARTS; first += 4) {
        await Promise.all(
          [0, 1, 2, 3].map(async (more) => {
            const source = Readable.from(chunksOf(PART, 'f'), { objectMode: false });
            expect(await receivePart(source, { storage, upload, number: first + more, bytes: PART })).toMatchObject({
              received: true,
            });
          }),
        );
      }
    });
    const joining = await peakOf(async () => {
      expect(await storage.completeMultipart(upload, (await storage.listParts(upload)) ?? [])).toBe('complete');
    });
    let read = 0;
    const reading = await peakOf(async () => {
      const object = await storage.open(upload.key);
      for await (const chunk of object!.stream) read += (chunk as Buffer).length;
    });
    expect(read).toBe(PARTS * PART);
    // The film is 128 MiB.
    for (const peak of [taking, joining, reading]) expect(peak).toBeLessThan(32 * MiB);
  }, 180_000);
});
