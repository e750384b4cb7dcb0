/** Names of the steps by height in pixels; none is made above the film's own height. */
export const filmSteps = { h360: 360, h540: 540, h720: 720, h1080: 1080 } as const;
export type FilmStepName = keyof typeof filmSteps;

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
}
