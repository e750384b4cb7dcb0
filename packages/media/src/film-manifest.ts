import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { pictureFacts, Side, StoredVariant, type PhotoVariant } from './photo-manifest.ts';

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
  width: Side, height: Side, bandwidth: Type.Integer({ minimum: 1 }), codecs: Type.String({ pattern: '^avc1\\.[0-9a-f]{6}(,mp4a\\.40\\.2)?$' }), bytes: Bytes,
});
const Sprite = Type.Object({
  columns: Side, rows: Side, width: Side, height: Side, intervalMs: Type.Integer({ minimum: 1 }), bytes: Bytes,
});
const StoredManifest = Type.Object({
  version: Type.Literal(1),
  ...pictureFacts,
  durationMs: Type.Integer({ minimum: 1 }),
  variants: Type.Array(StoredVariant),
  film: Type.Object({
    renditions: Type.Array(Rendition, { minItems: 1 }),
    mp4: Type.Union([Type.Null(), Type.Object({ width: Side, height: Side, bytes: Bytes })]),
    sprite: Type.Union([Type.Null(), Sprite]),
    isSoundLost: Type.Optional(Type.Literal(true)),
  }),
});

/** What a run that may be cut off leaves for the next one: renditions that are whole in the store. */
const Progress = Type.Object({
  version: Type.Literal(1),
  durationMs: Type.Integer({ minimum: 1 }),
  renditions: Type.Array(Rendition),
  sprite: Type.Union([Type.Null(), Sprite]),
});
export type FilmProgress = Static<typeof Progress>;

/** Null for what an older version wrote or what is damaged: the film is then made again. */
export const parseFilmManifest = (text: string): FilmManifest | null => parsed<FilmManifest>(text, StoredManifest);
export const parseFilmProgress = (text: string): FilmProgress | null => parsed<FilmProgress>(text, Progress);

function parsed<T>(text: string, schema: typeof StoredManifest | typeof Progress): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(schema, value) ? (value as T) : null;
  } catch {
    return null;
  }
}
