import { storageKey, type TenantHolder, type TenantKey } from '../storage/storage.ts';

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

/** How a picture shall be made. Whoever changes an option draws new random names for its keys: what is served is immutable. */
export interface PictureOptions {
  /** Clockwise, on top of what the file itself says. */
  readonly rotation?: 0 | 90 | 180 | 270;
  /** Each round shows another part of the picture, blurred another way. */
  readonly blurRound?: number;
  readonly watermark?: Watermark | null;
}

/** Widths in pixels. A photo that is narrower gets its own width in place of the first step it does not reach. */
const webpSteps = { w320: 320, w640: 640, w960: 960, w1280: 1280, w1600: 1600, w2560: 2560 } as const;
/**
 * AVIF saves a quarter of the bytes of WebP at every step and takes three to four times as long to make. Measured on ten
 * photos, kilobytes saved and milliseconds of processor time taken: 320: 1.5 and 21, 640: 5 and 52, 960: 9 and 94,
 * 1280: 15 and 139, 1600: 17 and 190, 2560: 45 and 429. The smallest is not worth an object of its own; the largest,
 * which few screens ask for, would take half as long again as all other sizes of a photo together.
 */
const avifSteps = { a640: 640, a960: 960, a1280: 1280, a1600: 1600 } as const;
const avifFrom = 640;
const avifPixels = 4_000_000;
const jpegSteps = { jpeg960: 960, jpeg1600: 1600 } as const;

/**
 * `w…`: WebP by width. `a…`: AVIF by width. `jpeg…`: for what cannot read WebP. `thumb`: a square for lists.
 * `blur`: what those see who may not see the photo; the only one that is public.
 */
export const photoVariantNames = [
  ...keysOf(webpSteps),
  ...keysOf(avifSteps),
  ...keysOf(jpegSteps),
  'thumb',
  'blur',
] as const;
export type PhotoVariantName = (typeof photoVariantNames)[number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PlannedVariant extends Size {
  readonly name: PhotoVariantName;
}

/** Longest side of the picture that the blur is made from: what is not in it cannot be got back. */
export const blurSourceSide = 24;
const blurSide = 480;
const thumbSide = 240;
/** WebP ends at 16,383. */
const longestHeight = 16_000;

/** The size that everything else is made from: at most the widest step, and a height that WebP can hold. */
export function baseSize(source: Size): Size {
  const scale = Math.min(1, webpSteps.w2560 / source.width, longestHeight / source.height);
  return scaled(source, scale);
}

/** Every variant of a photo of this size (upright), none larger than the photo but the blur. */
export function planVariants(source: Size): PlannedVariant[] {
  const base = baseSize(source);
  const side = Math.min(thumbSide, base.width, base.height);
  return [
    ...ladder(webpSteps, base),
    ...ladder(avifSteps, base).filter(({ width, height }) => width >= avifFrom && width * height <= avifPixels),
    ...ladder(jpegSteps, base),
    { name: 'thumb', width: side, height: side },
    { name: 'blur', ...scaled(source, blurSide / Math.max(source.width, source.height)) },
  ];
}

/** What the blur is made from: a part of the picture, another one each round, and how many pixels are left of it. */
export interface BlurPlan {
  readonly left: number;
  readonly top: number;
  readonly part: Size;
  readonly tiny: Size;
  /** How soft the tiny picture is made, in its own pixels. */
  readonly softness: number;
}

export function planBlur(picture: Size, round: number): BlurPlan {
  const share = round === 0 ? 1 : [0.86, 0.72, 0.92, 0.64, 0.79][round % 5]!;
  const part = scaled(picture, share);
  // Multiples of the golden ratio are spread evenly however many there are.
  const at = (room: number, turn: number): number => Math.floor(room * ((round * turn) % 1));
  const side = round === 0 ? blurSourceSide : [24, 20, 22, 18][round % 4]!;
  return {
    part,
    left: at(picture.width - part.width, 0.618),
    top: at(picture.height - part.height, 0.382),
    tiny: scaled(picture, Math.min(1, side / Math.max(picture.width, picture.height))),
    softness: 1.2 + (round % 3) * 0.2,
  };
}

/** A quarter turn and three of them change width for height. */
export const turned = ({ width, height }: Size, rotation: 0 | 90 | 180 | 270): Size =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width };

export function contentTypeOf(name: PhotoVariantName): 'image/avif' | 'image/webp' | 'image/jpeg' {
  if (name.startsWith('jpeg')) return 'image/jpeg';
  return name.startsWith('a') ? 'image/avif' : 'image/webp';
}

/** Where a photo's objects go: always the same keys for the same random names, so that a job that runs again writes them again. */
export function photoKeys(tenant: TenantHolder, random: { readonly private: string; readonly public: string }) {
  return (name: PhotoVariantName | 'manifest'): TenantKey =>
    name === 'blur'
      ? storageKey(tenant, 'public', random.public, name)
      : storageKey(tenant, 'private', random.private, name);
}

function ladder<Name extends PhotoVariantName>(steps: Readonly<Record<Name, number>>, base: Size): PlannedVariant[] {
  const names = keysOf(steps);
  const last = names.findIndex((name) => steps[name] >= base.width);
  return names
    .slice(0, last === -1 ? names.length : last + 1)
    .map((name) => ({ name, ...scaled(base, Math.min(1, steps[name] / base.width)) }));
}

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

function keysOf<T extends object>(record: T): (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[];
}
