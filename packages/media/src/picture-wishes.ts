/** A text burnt into everything that is served of a picture or film, never into the original. */
export interface Watermark {
  /** The address of the site, as people read it. */
  readonly text: string;
  /** Height of the letters in pixels on a picture 1280 pixels wide; it grows and shrinks with the picture. */
  readonly size: number;
  /** `#rrggbb` */
  readonly color: string;
  readonly position: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
}

/** How a picture shall be made. Whoever changes a wish draws new randoms for its keys: what is served is immutable. */
export interface PictureWishes {
  /** Clockwise, on top of what the file itself says. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** Each round shows another part of the picture, blurred another way. */
  readonly blurRound?: number;
  readonly watermark?: Watermark | null;
}
