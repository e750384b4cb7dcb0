import { createFilmPipeline, filmKeys, newStorageRandom } from '@backlot/media';
import { renditionsCommand } from '@backlot/media/film/film-command';
import { planRenditions, planSprite } from '@backlot/media/film/film-plan';
import { findFilmTools } from '@backlot/media/film/film-tools';
import { madeFilm } from '@backlot/media/testing/made-films';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTurns, ratioResult, turnsOf } from '../in-turns.ts';
import { median, result, type BenchResult } from '../result.ts';
import { benchTenant, type Cost, costOf, openBenchStore } from './store.ts';

const [width, height, seconds] = [1920, 1080, 6];

/**
 * Six seconds in full HD, against one run of ffmpeg that writes the same qualities and the sprite, and nothing around it. Both with
 * the priority that the pipeline's children have: what they leave to requests is no cost of it.
 */
export async function benchFilms(rounds = 9): Promise<BenchResult[]> {
  const store = await openBenchStore();
  try {
    const tools = await findFilmTools();
    const original = await madeFilm(store.folder, { width, height, seconds, rate: 30 });
    const source = await store.put(original);
    const pipeline = createFilmPipeline({ storage: store.storage });
    const ours = async (): Promise<void> => {
      const outcome = await pipeline.process({
        source,
        keyFor: filmKeys(benchTenant, { private: newStorageRandom(), public: newStorageRandom() }),
      });
      if (!outcome.ready) throw new Error(outcome.detail);
    };
    const durationMs = seconds * 1000;
    const film = {
      width,
      height,
      durationMs,
      startMs: 0,
      isStretch: false,
      videoStream: 0,
      audioStream: 1,
      isSoundLost: false,
      isHdr: false,
      evenRate: null,
      frames: null,
      isInterlaced: false,
    };
    const args = renditionsCommand({
      film,
      renditions: planRenditions(film),
      sprite: planSprite(film, durationMs),
      mark: null,
      tools,
    });
    const bare = async (): Promise<void> => {
      const folder = await mkdtemp(join(store.folder, 'bare-'));
      await writeFile(join(folder, 'source'), original);
      await promisify(execFile)('nice', ['-n', '10', tools.ffmpeg, ...args], { cwd: folder });
    };
    const seen = await inTurns(rounds, {
      ours: () => costOf(ours),
      bare: () => costOf(bare),
    });
    const clock = turnsOf(seen, ({ ms }: Cost) => ms);
    const processor = turnsOf(seen, ({ processorMs }: Cost) => processorMs);
    return [
      result(
        'film of 6 s in 1080p, seconds of work for a second of film',
        median(clock.ours) / durationMs,
        '×',
        '<',
        5,
      ),
      ratioResult('film pipeline, against bare ffmpeg making the same', clock, '<=', 1.1),
      ...(median(processor.bare) > 0
        ? [ratioResult('the same in processor time, which no other work on the machine moves', processor, '<=', 1.1)]
        : []),
    ];
  } finally {
    await store.close();
  }
}
