import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hostileFiles } from './hostile.ts';
import { runHostile } from './hostile-run.ts';
import { hostileTexts } from './hostile-texts.ts';
import { openTrap, setCanary, wasRead } from './hostile-traps.ts';
import { findFilmTools } from '../film/film-tools.ts';

describe('300 hostile files', () => {
  it('are refused or made harmless: nobody is asked, nothing else is read, no fault, within memory and time', async () => {
    const report = await runHostile({ seed: 1, count: 300 });
    const { ends, faults, asked, canaryRead, peakBytes, slowest, leftovers } = report;
    expect({ faults, asked, canaryRead: canaryRead ?? false, leftovers }).toEqual({
      faults: [],
      asked: 0,
      canaryRead: false,
      leftovers: [],
    });
    expect(peakBytes).toBeLessThan(512 * 1024 * 1024);
    expect(slowest.ms, slowest.name).toBeLessThan(30_000);
    expect(ends.get('memory_limit') ?? 0).toBeGreaterThan(0);
    // A fair part gets as far as the decoders, and some of it is still a film or photo.
    expect((ends.get('damaged') ?? 0) + (ends.get('ready') ?? 0)).toBeGreaterThan(60);
    expect(ends.get('ready') ?? 0).toBeGreaterThan(3);
    expect(ends.get('not_supported') ?? 0).toBeGreaterThan(90);
  }, 600_000);

  it('are the same for the same seed', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-seed-'));
    const names = async (seed: number): Promise<string[]> => {
      const found: string[] = [];
      for await (const { name, as, bytes } of hostileFiles({
        seed,
        count: 20,
        traps: { address: 'http://127.0.0.1:9', canary: '/canary' },
        folder,
      }))
        found.push(`${name} ${as} ${bytes.length}`);
      return found;
    };
    const [one, again, other] = [await names(7), await names(7), await names(8)];
    expect(one.map((line) => line.split(' ')[0])).toEqual(again.map((line) => line.split(' ')[0]));
    expect(one).not.toEqual(other);
    await rm(folder, { recursive: true });
  });

  it('would ask the network and read their neighbours if they were let: the traps snap', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-bare-'));
    const trap = await openTrap();
    const canary = join(folder, 'canary.mp4');
    const isWatched = await setCanary(canary);
    const { ffprobe } = await findFilmTools();
    // The first place is the network, the third a neighbour by its path.
    const texts = [
      ...hostileTexts({ address: trap.address, canary }, 0),
      ...hostileTexts({ address: trap.address, canary }, 2),
    ];
    for (const [i, [name, text]] of texts.filter(([name]) => ['dash', 'ffconcat'].includes(name)).entries()) {
      const path = join(folder, `${i}.mp4`);
      await writeFile(path, text);
      await promisify(execFile)(
        ffprobe,
        [
          '-v',
          'error',
          '-protocol_whitelist',
          'file,http,tcp,crypto,data',
          ...(name === 'ffconcat' ? ['-safe', '0', '-f', 'concat'] : []),
          path,
        ],
        { timeout: 15_000 },
      ).catch(() => null);
    }
    expect(trap.asked()).toBeGreaterThan(0);
    expect(!isWatched || (await wasRead(canary))).toBe(true);
    await trap.close();
    await rm(folder, { recursive: true });
  }, 60_000);
});
