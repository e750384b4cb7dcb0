import type { DigestOption } from '../confine/work-folder.ts';
import type { PictureOptions } from '../photo/photo-plan.ts';
import type { TenantKey } from '../storage/storage.ts';
import type { FilmManifest, FilmObjectName } from './film-plan.ts';

export type FilmRefusal =
  /** No MP4 or QuickTime by its bytes, or nothing in it that may be decoded. */
  | 'not_supported'
  /** Sound alone, a single picture, no length. */
  | 'not_film'
  | 'too_large_pixels'
  | 'too_long'
  | 'damaged'
  | 'time_limit'
  | 'memory_limit';

export type FilmOutcome =
  | { readonly ready: true; readonly film: FilmManifest }
  /** `detail` is for the log, never for a person's eyes. */
  | { readonly ready: false; readonly reason: FilmRefusal; readonly detail: string };

/** A film stands as its file says: of the options, rotation is for photos alone. */
export interface FilmJob extends Omit<PictureOptions, 'rotation'>, DigestOption {
  /** Makes a trailer: only the stretch of the film that begins there (`trailerStretch` of the domain). */
  readonly trailerStartMs?: number | null;
  readonly source: TenantKey;
  /** The same keys whenever the job runs, as `filmKeys` makes them. */
  readonly keyFor: (name: FilmObjectName) => TenantKey;
}

export interface FilmProcessOptions {
  /** Whole percent, rising; called at most once a percent. What it throws ends the job and is thrown. */
  readonly onProgress?: (percent: number) => void;
  /** Ends the job early; its reason is thrown. What was stored stays for the next run. */
  readonly signal?: AbortSignal;
}

export interface FilmPipeline {
  /**
   * Makes poster, qualities, sprite and, of a short film, an MP4, and stores them, the manifest last. Runs again
   * without harm: what is complete is answered from the manifest, qualities that were stored before a cut are kept.
   * Expected failures are reasons; throws when the original is absent or the store or the machine fails, and then
   * trying again is right.
   */
  process(job: FilmJob, options?: FilmProcessOptions): Promise<FilmOutcome>;
}
