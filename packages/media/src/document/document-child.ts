/**
 * Runs alone in a process of its own (`confined-child.ts`): reads `source` in the folder it is given, writes `picture`
 * and `report.json` beside it. Nothing else reaches it and nothing else leaves it.
 */
import { maxPhotoPixels } from '@backlot/domain/limits';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const [, , folder = ''] = process.argv;
/** Small print on a passport can be read at this length of the longer side. */
const longSide = 2400;

sharp.concurrency(1);
sharp.cache(false);
// libvips would also read SVG, PDF, TIFF and more.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] });

const refusal = await draw().catch((error: unknown) => {
  if (!(error instanceof Error) || (error.constructor !== Error && !/alloc/i.test(error.message))) throw error;
  if (/pixel limit/i.test(error.message)) return 'too_large_pixels';
  if (/memory|alloc/i.test(error.message)) return 'memory_limit';
  return /unsupported image format|operation is blocked/i.test(error.message) ? 'not_supported' : 'damaged';
});
await writeFile(join(folder, 'report.json'), JSON.stringify({ refusal }));

async function draw(): Promise<null> {
  // No call of keepMetadata and the like: place and camera end here.
  await sharp(join(folder, 'source'), { limitInputPixels: maxPhotoPixels, failOn: 'error' })
    .autoOrient()
    .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toFile(join(folder, 'picture'));
  return null;
}
