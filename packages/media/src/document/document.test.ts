import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bomb, lyingOnItsSide, scene, withLocation } from '../testing/made-photos.ts';
import { createDocumentPipeline } from './document.ts';

const pipeline = createDocumentPipeline();
const kept = async (bytes: Buffer) => {
  const outcome = await pipeline.process(bytes);
  if (!outcome.kept) throw new Error(outcome.detail);
  return outcome.document;
};

describe('a document', () => {
  it('that is a picture becomes one upright JPEG without place or camera, and no larger than can be read', async () => {
    const jpeg = await sharp(await scene(3000, 1500))
      .jpeg()
      .toBuffer();
    const { contentType, bytes } = await kept(await withLocation(jpeg));
    const seen = await sharp(bytes).metadata();
    expect({ contentType, format: seen.format, width: seen.width, height: seen.height }).toEqual({
      contentType: 'image/jpeg',
      format: 'jpeg',
      width: 2400,
      height: 1200,
    });
    expect([seen.exif, seen.xmp, seen.iptc]).toEqual([undefined, undefined, undefined]);
    const upright = await sharp((await kept(await lyingOnItsSide(300, 200))).bytes).metadata();
    expect(upright.height).toBeGreaterThan(upright.width);
  });

  it('that is a PDF stays as it came', async () => {
    const pdf = Buffer.from('%PDF-1.4\nsome pages\n%%EOF\n');
    expect(await kept(pdf)).toEqual({ contentType: 'application/pdf', bytes: pdf });
  });

  it.each([
    ['a picture of too many pixels', () => bomb(8_000, 8_000), 'too_large_pixels'],
    ['half a picture', async () => (await scene(400, 300)).subarray(0, 900), 'damaged'],
    ['a picture with an archive behind it', async () => Buffer.concat([await scene(40, 30), zipEnd]), 'not_supported'],
    ['a drawing in SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_supported'],
    ['a PDF that does not begin as one', async () => Buffer.from('<script>%PDF-1.4 %%EOF'), 'not_supported'],
    ['a PDF without its end', async () => Buffer.from('%PDF-1.4 nothing'), 'not_supported'],
    ['nothing', async () => Buffer.alloc(0), 'not_supported'],
  ] as const)('%s is refused', async (_name, make, reason) => {
    expect(await pipeline.process(await make())).toMatchObject({ kept: false, reason });
  });
});

const zipEnd = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
