import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { photoVariantNames, type PhotoVariantName } from './photo-plan.ts';
import type { TenantKey } from '../storage/storage.ts';

export const Side = Type.Integer({ minimum: 1, maximum: 50_000_000 });
const Name = Type.Unsafe<PhotoVariantName>(Type.Union(photoVariantNames.map((name) => Type.Literal(name))));
/** What is told of every picture, also of a film's poster. */
export const pictureFields = {
  width: Side,
  height: Side,
  dominantColor: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  thumbhash: Type.String({ pattern: '^[A-Za-z0-9+/]{4,60}={0,2}$' }),
};

/** What the child tells. It has read hostile bytes: every word of it is checked. */
const ChildReport = Type.Union([
  Type.Object({
    ...pictureFields,
    variants: Type.Array(Type.Object({ name: Name, width: Side, height: Side }), {
      maxItems: photoVariantNames.length,
    }),
  }),
  Type.Object({
    refusal: Type.Union([
      Type.Literal('not_supported'),
      Type.Literal('too_large_pixels'),
      Type.Literal('damaged'),
      Type.Literal('memory_limit'),
    ]),
    detail: Type.String({ maxLength: 500 }),
  }),
]);
export type ChildReport = Static<typeof ChildReport>;
export type PictureReport = Exclude<ChildReport, { refusal: string }>;

export const StoredVariant = Type.Object({
  name: Name,
  key: Type.String(),
  width: Side,
  height: Side,
  contentType: Type.Union([Type.Literal('image/avif'), Type.Literal('image/webp'), Type.Literal('image/jpeg')]),
  bytes: Type.Integer({ minimum: 1 }),
});

const StoredManifest = Type.Object({
  version: Type.Literal(1),
  ...pictureFields,
  variants: Type.Array(StoredVariant),
});

export interface PhotoVariant {
  readonly name: PhotoVariantName;
  readonly key: TenantKey;
  readonly width: number;
  readonly height: number;
  readonly contentType: 'image/avif' | 'image/webp' | 'image/jpeg';
  readonly bytes: number;
}

/** A photo that is ready. Sizes are of the upright photo, in pixels. */
export interface PhotoManifest {
  readonly version: 1;
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  readonly dominantColor: string;
  /** Base64; drawn until anything has loaded. */
  readonly thumbhash: string;
  readonly variants: readonly PhotoVariant[];
}

/** Null for anything that is not a report. */
export const parseChildReport = (text: string): ChildReport | null => parseJson<ChildReport>(text, ChildReport);

/** Null for what an older version wrote or what is damaged: the photo is then made again. */
export const parseManifest = (text: string): PhotoManifest | null => parseJson<PhotoManifest>(text, StoredManifest);

/** A text that should be JSON of a schema; null for anything else. */
export function parseJson<T>(text: string, schema: TSchema): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(schema, value) ? (value as T) : null;
  } catch {
    return null;
  }
}
