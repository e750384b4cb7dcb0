import { trailerStretch } from '@backlot/domain/posts/trailer';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChildOptions } from '../confine/confined-child.ts';
import { digestFile, inFolderOfItsOwn } from '../confine/work-folder.ts';
import { isCutOff } from './film-segments.ts';
import type { FilmJob, FilmOutcome, FilmPipeline } from './film-job.ts';
import { probeFilm, type FilmDetails } from './film-probe.ts';
import { findFilmTools, type FilmToolOptions, type FilmTools } from './film-tools.ts';
import { makeFilm, progressShares } from './make-film.ts';
import { sniffFile } from '../receive/sniff.ts';
import { findMadeFilm } from './store-film.ts';
import type { Storage } from '../storage/storage.ts';
import pLimit from 'p-limit';

export interface FilmPipelineOptions extends FilmToolOptions {
  readonly storage: Storage;
  /** Where each job gets an empty folder of its own, with room for its original and all that is made of it. */
  readonly workFolder?: string;
  /** Films at the same time; 1 unless told, for one keeps all processors busy. */
  readonly concurrency?: number;
  /** One run of all qualities is fastest; films longer than this go in two, so that a run that is cut off is not all lost. */
  readonly longFilmMs?: number;
  /** For tests: what the children are seen to do, and whether the network is kept from them. */
  readonly child?: Pick<ChildOptions, 'onMemory' | 'withNetwork'>;
}

export function createFilmPipeline(options: FilmPipelineOptions): FilmPipeline {
  const { storage } = options;
  const limit = pLimit(options.concurrency ?? 1);

  async function makeIn(
    folder: string,
    tools: FilmTools,
    job: FilmJob,
    child: ChildOptions,
    tell: (percent: number) => void,
  ): Promise<FilmOutcome> {
    const source = join(folder, 'source');
    if (!(await storage.copyToLocal(job.source, source))) throw new Error('the original of a film is absent');
    await job.onDigest?.(await digestFile(source));
    const seen = await sniffFile(source);
    if (seen.kind !== 'video') return refuse('not_supported', seen.kind === 'photo' ? 'photo' : seen.reason);
    if (await isFileCutOff(source)) return refuse('damaged', 'the file ends too early');
    const probed = await probeFilm(tools.ffprobe, folder, child);
    if ('refused' in probed) return refuse(probed.refused, probed.detail);
    tell(progressShares.probed);
    return makeFilm({
      storage,
      tools,
      folder,
      job,
      film: job.trailerStartMs == null ? probed.film : trailerDetails(probed.film, job.trailerStartMs),
      longFilmMs: options.longFilmMs ?? 10 * 60_000,
      child,
      tell,
    });
  }

  return {
    async process(job, { onProgress, signal: outer } = {}) {
      outer?.throwIfAborted();
      const made = await findMadeFilm(storage, job);
      if (made !== null) return { ready: true, film: made };
      const tools = await findFilmTools(options);
      const { tell, signal } = progressTeller(onProgress, outer);
      return limit(() =>
        inFolderOfItsOwn('film', options.workFolder, async (folder) => {
          signal.throwIfAborted();
          const outcome = await makeIn(folder, tools, job, { ...options.child, signal }, tell);
          // A child that was ended by the signal looks like one that failed.
          signal.throwIfAborted();
          return outcome;
        }),
      );
    },
  };
}

/** A film that is made as if the stretch were all of it. How many frames are in it, nobody has counted. */
function trailerDetails(film: FilmDetails, wantedStartMs: number): FilmDetails {
  const { startMs, lengthMs } = trailerStretch(film, wantedStartMs);
  return { ...film, startMs, durationMs: lengthMs, isStretch: true, frames: null };
}

/** Tells whole percents once each and never back; what the listener throws ends the job by the signal. */
function progressTeller(
  listener: ((percent: number) => void) | undefined,
  outer: AbortSignal | undefined,
): { tell(percent: number): void; readonly signal: AbortSignal } {
  const own = new AbortController();
  let last = -1;
  return {
    signal: outer === undefined ? own.signal : AbortSignal.any([outer, own.signal]),
    tell(percent) {
      const whole = Math.max(0, Math.min(100, Math.floor(percent)));
      if (whole <= last || own.signal.aborted) return;
      last = whole;
      try {
        listener?.(whole);
      } catch (error) {
        own.abort(error);
      }
    },
  };
}

const refuse = (reason: Exclude<FilmOutcome, { ready: true }>['reason'], detail: string): FilmOutcome => ({
  ready: false,
  reason,
  detail,
});

async function isFileCutOff(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    return await isCutOff(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
