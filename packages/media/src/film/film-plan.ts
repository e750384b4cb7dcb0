import { type Static, Type } from 'typebox';
import { type PhotoVariant, parseJson, pictureFields, Side, StoredVariant } from '../photo/photo-manifest.ts';
import { photoVariantNames, type PhotoVariantName, type Size } from '../photo/photo-plan.ts';
import { storageKey, type TenantHolder, type TenantKey } from '../storage/storage.ts';

/** Of a film with any fewer or more, something is wrong or somebody plays with us. */
export const filmLimits = {
  /** Of one frame, in pixels. */
  pixels: 50_000_000,
  shortestSide: 16,
  /** How many times longer than wide. */
  aspect: 8,
  minMs: 100,
  maxMs: 6 * 3600 * 1000,
  framesPerSecond: 480,
} as const;

/**
 * Names of the steps by the height in pixels of the 16:9 box that the film must fit (a standing box for a standing
 * film); none is larger than the film itself.
 */
export const filmSteps = { h360: 360, h540: 540, h720: 720, h1080: 1080 } as const;
export type FilmStepName = keyof typeof filmSteps;
export const filmStepNames = Object.keys(filmSteps) as FilmStepName[];

/** A film up to this length also gets an MP4 of its own: players without HLS are served, and a short film starts at once. */
export const mp4MaxMs = 60_000;
export const mp4MaxBytes = 24_000_000;
/** Seconds from one forced key frame to the next; a segment begins at each. */
export const segmentSeconds = 4;

export type PlaylistName = 'm360' | 'm540' | 'm720' | 'm1080';
export const playlistOf = (name: FilmStepName): PlaylistName => `m${filmSteps[name]}`;

const ownNames = [...filmStepNames, ...filmStepNames.map(playlistOf), 'mp4', 'sprite', 'progress', 'manifest'] as const;
/** Everything that a film may have in the store, besides its original. */
export const filmObjectNames: readonly FilmObjectName[] = [...photoVariantNames, ...ownNames];
export type FilmObjectName = PhotoVariantName | (typeof ownNames)[number];

/** Where a film's objects go: always the same keys for the same random names, so that a job that runs again goes on. */
export function filmKeys(tenant: TenantHolder, random: { readonly private: string; readonly public: string }) {
  return (name: FilmObjectName): TenantKey =>
    name === 'blur'
      ? storageKey(tenant, 'public', random.public, name)
      : storageKey(tenant, 'private', random.private, name);
}

export interface PlannedRendition extends Size {
  readonly name: FilmStepName;
  /** Bits a second that a second of film may take at most. */
  readonly maxRate: number;
}

/** Measured on films with much detail and movement; twice the pixels need about 1.7 times the bits. */
const rates: Readonly<Record<FilmStepName, number>> = {
  h360: 800_000,
  h540: 1_600_000,
  h720: 2_800_000,
  h1080: 5_200_000,
};

/**
 * The qualities of a film of this size, ascending. A film that ends between two steps gets its own size in the
 * upper one, unless the step below has most of it already.
 */
export function planRenditions(film: Size): PlannedRendition[] {
  const planned: PlannedRendition[] = [];
  for (const name of filmStepNames) {
    const scale = scaleTo(film, filmSteps[name]);
    const last = planned.at(-1);
    const size = evenSize(film, Math.min(1, scale));
    const isMore = last === undefined || size.width * size.height >= last.width * last.height * 1.3;
    if (isMore) planned.push({ name, ...size, maxRate: rates[name] });
    if (scale >= 1) break;
  }
  return planned;
}

export interface PlannedSprite extends Size {
  readonly frames: number;
  readonly columns: number;
  readonly rows: number;
  readonly intervalMs: number;
}

const spriteSide = 160;
const spriteFrames = 100;

/** A frame a second, of long films at most a hundred. */
export function planSprite(film: Size, durationMs: number): PlannedSprite {
  const intervalMs = Math.max(1000, Math.ceil(durationMs / spriteFrames / 100) * 100);
  const frames = Math.max(1, Math.min(spriteFrames, Math.ceil(durationMs / intervalMs)));
  const columns = Math.min(10, frames);
  return {
    ...evenSize(film, Math.min(1, spriteSide / Math.max(film.width, film.height))),
    frames,
    columns,
    rows: Math.ceil(frames / columns),
    intervalMs,
  };
}

export const spriteOf = ({ columns, rows, width, height, intervalMs }: PlannedSprite, bytes: number): FilmSprite => ({
  columns,
  rows,
  width,
  height,
  intervalMs,
  bytes,
});

function scaleTo({ width, height }: Size, step: number): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return Math.min(step / short, Math.round((step * 16) / 9) / long);
}

/** H.264 in 4:2:0 counts colour in squares of two. */
function evenSize({ width, height }: Size, scale: number): Size {
  const even = (side: number): number =>
    Math.max(2, Math.min(Math.round((side * scale) / 2), Math.floor(side / 2)) * 2);
  return { width: even(width), height: even(height) };
}

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
