/**
 * Runs alone in a process of its own (`confined-child.ts`): reads `source` in the folder it is given, writes one file
 * a variant and `report.json` beside it. Nothing else reaches it and nothing else leaves it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { ChildReport } from './photo-manifest.ts';
import { baseSize, blurSource, contentTypeOf, maxPhotoPixels, planVariants, type PlannedVariant, type Size } from './photo-plan.ts';

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
  const source = sharp(join(folder, 'source'), { limitInputPixels: maxPhotoPixels, failOn: 'error' });
  const { autoOrient: upright } = await source.metadata();
  if (upright.width * upright.height > maxPhotoPixels) {
    return { refusal: 'too_large_pixels', detail: `${upright.width} × ${upright.height}` };
  }
  const size = { width: upright.width, height: upright.height };
  const base = await pixelsOf(resized(source.autoOrient(), baseSize(size)));
  const variants = planVariants(size);
  for (const variant of variants) await make(variant, base, size);
  const small = await pixelsOf(from(base).resize(64, 64, { fit: 'inside', withoutEnlargement: true }));
  return { ...size, dominantColor: await dominantColor(small), thumbhash: await thumbhash(small), variants };
}

async function make(variant: PlannedVariant, base: Pixels, source: Size): Promise<void> {
  const picture = variant.name === 'blur' ? await blurred(base, source, variant) : from(base);
  const sized = variant.name === 'thumb'
    ? picture.resize(variant.width, variant.height, { fit: 'cover' })
    : resized(picture, variant);
  // No call of keepMetadata and the like anywhere: place, camera and colour profile end here.
  const encoded = contentTypeOf(variant.name) === 'image/jpeg'
    ? sized.flatten({ background: '#ffffff' }).jpeg({ quality: 82, progressive: true })
    // Effort 4 takes twice the time for a tenth fewer bytes.
    : sized.webp({ quality: variant.name === 'blur' ? 60 : 78, effort: 2 });
  await encoded.toFile(join(folder, variant.name));
}

/** The detail goes when the photo is made tiny; the blur and the way back up only make that pleasant to look at. */
async function blurred(base: Pixels, source: Size, target: Size): Promise<Sharp> {
  const tiny = await pixelsOf(resized(from(base), blurSource(source)));
  const soft = await pixelsOf(from(tiny).blur(1.2));
  const large = await pixelsOf(resized(from(soft), target));
  return from(large).blur(Math.max(0.3, Math.max(target.width, target.height) / 60));
}

function from({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function resized(picture: Sharp, { width, height }: Size): Sharp {
  return picture.resize(width, height, { fit: 'fill' });
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function dominantColor(small: Pixels): Promise<string> {
  // `stats` looks at the input as it is: what is transparent must be white before.
  const { dominant } = await from(await pixelsOf(from(small).flatten({ background: '#ffffff' }))).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

async function thumbhash(small: Pixels): Promise<string> {
  const { data, width, height } = await pixelsOf(from(small).ensureAlpha());
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
