/**
 * Runs alone in a process of its own (`confined-child.ts`): draws the mark of a film of the size in `mark.json` as
 * `watermark.png`, and tells in `place.json` where it goes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { markDrawer, rawOf } from './draw-mark.ts';
import type { Size, Watermark } from './photo-plan.ts';

const [, , folder = ''] = process.argv;
const { watermark, size } = JSON.parse(await readFile(join(folder, 'mark.json'), 'utf8')) as {
  watermark: Watermark;
  size: Size;
};
sharp.concurrency(1);
const mark = await (await markDrawer(watermark, size))(size);
await sharp(mark.data, { raw: rawOf(mark) })
  .png()
  .toFile(join(folder, 'watermark.png'));
await writeFile(join(folder, 'place.json'), JSON.stringify({ left: mark.left, top: mark.top }));
