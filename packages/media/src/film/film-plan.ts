import { filmStepNames, filmSteps, type FilmSprite, type FilmStepName } from './film-manifest.ts';
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
