import { type Static, Type } from 'typebox';
import type { DigestOption } from '../confine/work-folder.ts';
import { type PhotoVariant, parseJson, pictureFields, Side, StoredVariant } from '../photo/photo-manifest.ts';
import type { PictureOptions } from '../photo/photo-plan.ts';
import type { TenantKey } from '../storage/storage.ts';
import type { FilmObjectName } from './film-plan.ts';

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

/**
 * Names of the steps by the height in pixels of the 16:9 box that the film must fit (a standing box for a standing
 * film); none is larger than the film itself.
 */
export const filmSteps = { h360: 360, h540: 540, h720: 720, h1080: 1080 } as const;
export type FilmStepName = keyof typeof filmSteps;
export const filmStepNames = Object.keys(filmSteps) as FilmStepName[];

/** One quality: a single fragmented MP4 under its name, and its playlist of byte ranges under `m…` (`h720`, `m720`). */
export interface FilmRendition {
  readonly name: FilmStepName;
  readonly width: number;
  readonly height: number;
  /** Peak, in bits a second. */
  readonly bandwidth: number;
  /** As an HLS playlist names them: `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string;
  readonly bytes: number;
}

/** Frames in one WebP, row by row; sizes in pixels of one frame. */
export interface FilmSprite {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly intervalMs: number;
  readonly bytes: number;
}

/** What was made of a film besides its poster, ascending by height. Kept with the row. */
export interface FilmFiles {
  readonly renditions: readonly FilmRendition[];
  /** The whole film as one H.264/AAC file that plays while it loads; only of short films. */
  readonly mp4: { readonly width: number; readonly height: number; readonly bytes: number } | null;
  readonly sprite: FilmSprite | null;
  /** It came with sound that could not be read, and plays without. */
  readonly isSoundLost?: true;
}

/** A film that is ready. Sizes are of the upright film in square pixels; the variants are its poster's. */
export interface FilmManifest {
  readonly version: 1;
  readonly width: number;
  readonly height: number;
  /** Of what plays, not of what the file announced. */
  readonly durationMs: number;
  /** Of the poster, `#rrggbb`. */
  readonly dominantColor: string;
  /** Of the poster, base64. */
  readonly thumbhash: string;
  readonly variants: readonly PhotoVariant[];
  readonly film: FilmFiles;
}

const Bytes = Type.Integer({ minimum: 1 });
const Rendition = Type.Object({
  name: Type.Unsafe<FilmStepName>(Type.Union(filmStepNames.map((name) => Type.Literal(name)))),
  width: Side,
  height: Side,
  bandwidth: Type.Integer({ minimum: 1 }),
  codecs: Type.String({ pattern: '^avc1\\.[0-9a-f]{6}(,mp4a\\.40\\.2)?$' }),
  bytes: Bytes,
});
const Sprite = Type.Object({
  columns: Side,
  rows: Side,
  width: Side,
  height: Side,
  intervalMs: Type.Integer({ minimum: 1 }),
  bytes: Bytes,
});
const StoredManifest = Type.Object({
  version: Type.Literal(1),
  ...pictureFields,
  durationMs: Type.Integer({ minimum: 1 }),
  variants: Type.Array(StoredVariant),
  film: Type.Object({
    renditions: Type.Array(Rendition, { minItems: 1 }),
    mp4: Type.Union([Type.Null(), Type.Object({ width: Side, height: Side, bytes: Bytes })]),
    sprite: Type.Union([Type.Null(), Sprite]),
    isSoundLost: Type.Optional(Type.Literal(true)),
  }),
});

const Poster = Type.Object({
  ...pictureFields,
  variants: Type.Array(Type.Pick(StoredVariant, ['name', 'width', 'height', 'bytes'])),
});

/**
 * What a run that may be cut off leaves for the next one: renditions that are whole in the store. The poster comes along
 * where it was made before; a run that makes one makes it again.
 */
const Progress = Type.Object({
  version: Type.Literal(1),
  durationMs: Type.Integer({ minimum: 1 }),
  renditions: Type.Array(Rendition),
  sprite: Type.Union([Type.Null(), Sprite]),
  poster: Type.Optional(Poster),
});
export type FilmProgress = Static<typeof Progress>;

/** Null for what an older version wrote or what is damaged: the film is then made again. */
export const parseFilmManifest = (text: string): FilmManifest | null => parseJson<FilmManifest>(text, StoredManifest);
export const parseFilmProgress = (text: string): FilmProgress | null => parseJson<FilmProgress>(text, Progress);
