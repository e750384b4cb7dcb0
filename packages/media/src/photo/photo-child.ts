/**
 * Runs alone in a process of its own (`confined-child.ts`): reads `source` in the folder it is given, writes one file
 * a variant and `report.json` beside it. Nothing else reaches it and nothing else leaves it.
 */
import { maxPhotoPixels } from '@backlot/domain/limits';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { markDrawer, overlayOf, type Mark } from './draw-mark.ts';
import type { ChildReport } from './photo-manifest.ts';
import {
  baseSize,
  type BlurPlan,
  contentTypeOf,
  type PhotoVariantName,
  type PictureOptions,
  planBlur,
  type PlannedVariant,
  planVariants,
  type Size,
  turned,
} from './photo-plan.ts';

const [, , folder = ''] = process.argv;

sharp.concurrency(1);
sharp.cache(false);
// libvips would also read SVG, PDF, TIFF and more; these two are all that it may.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });

/** Decoded pixels, upright, sRGB, eight bits; a second decode of a large source would cost more than all variants. */
interface Pixels extends Size {
  readonly data: Buffer;
  readonly channels: 3 | 4;
}

await writeFile(join(folder, 'report.json'), JSON.stringify(await makePhoto().catch(refusalOf)));

async function makePhoto(): Promise<ChildReport> {
  const { rotation, blurRound, watermark } = JSON.parse(
    await readFile(join(folder, 'options.json'), 'utf8'),
  ) as Required<PictureOptions>;
  const source = sharp(join(folder, 'source'), { limitInputPixels: maxPhotoPixels, failOn: 'error' });
  const { autoOrient: upright } = await source.metadata();
  if (upright.width * upright.height > maxPhotoPixels) {
    return { refusal: 'too_large_pixels', detail: `${upright.width} × ${upright.height}` };
  }
  const size = turned(upright, rotation);
  const lying = await pixelsOf(resized(source.autoOrient(), turned(baseSize(size), rotation)));
  const base = rotation === 0 ? lying : await pixelsOf(from(lying).rotate(rotation));
  const markFor = watermark === null ? null : await markDrawer(watermark, base);
  const variants = planVariants(size);
  // From large to small, each size drawn once for all its formats.
  const drawn = [base];
  const sizes = Map.groupBy(
    variants.filter(({ name }) => name !== 'blur'),
    ({ width, height }) => `${width} × ${height}`,
  );
  for (const same of [...sizes.values()].sort(([one], [other]) => other!.width - one!.width)) {
    const pixels = await drawnAs(same[0]!, drawn);
    const picture = markFor === null ? pixels : await marked(pixels, markFor);
    for (const variant of same) await write(variant, from(picture));
    // The thumb is a part of the picture.
    if (same[0]!.name !== 'thumb') drawn.push(pixels);
  }
  const coarse = largeEnough(drawn, { width: 64, height: 64 });
  await write(
    variants.find(({ name }) => name === 'blur')!,
    await blurred(coarse, planBlur(coarse, blurRound), variants.at(-1)!),
  );
  const small = await pixelsOf(within(coarse, 64));
  return { ...size, dominantColor: await dominantColor(small), thumbhash: await thumbhash(small), variants };
}

async function drawnAs({ name, width, height }: PlannedVariant, drawn: readonly Pixels[]): Promise<Pixels> {
  const source = largeEnough(drawn, { width, height });
  if (source.width === width && source.height === height) return source;
  return pixelsOf(from(source).resize(width, height, { fit: name === 'thumb' ? 'cover' : 'fill' }));
}

/** The smallest of the pictures that still has two pixels for each that is wanted: from there on more of them change nothing that is seen. */
function largeEnough(drawn: readonly Pixels[], { width, height }: Size): Pixels {
  return drawn.findLast((one) => one.width >= 2 * width && one.height >= 2 * height) ?? drawn[0]!;
}

async function marked(pixels: Pixels, markFor: (picture: Size) => Promise<Mark>): Promise<Pixels> {
  const both = from(pixels).composite([overlayOf(await markFor(pixels))]);
  return pixelsOf(pixels.channels === 3 ? both.removeAlpha() : both);
}

async function write({ name }: PlannedVariant, picture: Sharp): Promise<void> {
  // No call of keepMetadata and the like anywhere: place, camera and colour profile end here.
  await encoded(name, picture).toFile(join(folder, name));
}

function encoded(name: PhotoVariantName, picture: Sharp): Sharp {
  const type = contentTypeOf(name);
  if (type === 'image/jpeg') return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true });
  if (type === 'image/avif') return picture.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' });
  // Effort 4 takes twice the time for a tenth fewer bytes.
  return picture.webp({ quality: name === 'blur' ? 60 : 78, effort: 2 });
}

/** The detail goes when the photo is made tiny; the blur and the way back up only make that pleasant to look at. */
async function blurred(base: Pixels, { part, left, top, tiny, softness }: BlurPlan, target: Size): Promise<Sharp> {
  const small = await pixelsOf(resized(from(base).extract({ left, top, ...part }), tiny));
  const soft = await pixelsOf(from(small).blur(softness));
  const large = await pixelsOf(resized(from(soft), target));
  return from(large).blur(Math.max(0.3, Math.max(target.width, target.height) / 60));
}

function from({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function within(pixels: Pixels, side: number): Sharp {
  return from(pixels).resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

function resized(picture: Sharp, { width, height }: Size): Sharp {
  return picture.resize(width, height, { fit: 'fill' });
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

/** The middle of the fullest of 16 × 16 × 16 boxes of colours; `stats` of sharp takes ten times as long, for much beside. */
async function dominantColor(small: Pixels): Promise<string> {
  const { data } = await pixelsOf(from(small).flatten({ background: '#ffffff' }));
  const pixels = new Uint16Array(16 ** 3);
  for (let at = 0; at < data.length; at += 3)
    pixels[((data[at]! & 0xf0) << 4) | (data[at + 1]! & 0xf0) | (data[at + 2]! >> 4)]! += 1;
  const fullest = pixels.indexOf(pixels.reduce((most, one) => Math.max(most, one), 0));
  return `#${fullest.toString(16).padStart(3, '0').replace(/./g, '$&8')}`;
}

async function thumbhash(small: Pixels): Promise<string> {
  // Seven waves across are all that it keeps; more pixels only take longer.
  const { data, width, height } = await pixelsOf(within(small, 32).ensureAlpha());
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64');
}

/** What libvips says about the bytes, as a plain `Error`. Any other kind is a fault of ours and ends the process with a trace. */
function refusalOf(error: unknown): ChildReport {
  if (!(error instanceof Error) || (error.constructor !== Error && !/alloc/i.test(error.message))) throw error;
  const detail = error.message.replaceAll(folder, '').slice(0, 500);
  if (/pixel limit/i.test(detail)) return { refusal: 'too_large_pixels', detail };
  if (/memory|alloc/i.test(detail)) return { refusal: 'memory_limit', detail };
  if (/unsupported image format|operation is blocked/i.test(detail)) return { refusal: 'not_supported', detail };
  return { refusal: 'damaged', detail };
}
