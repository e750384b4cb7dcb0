import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { scene } from '../testing/made-photos.ts';
import { createPhotoPipeline } from './photo.ts';
import { blurSourceSide, photoKeys } from './photo-plan.ts';
import { newStorageRandom, storageKey } from '../storage/storage.ts';

const tenant = { id: 'abc123def456' };

describe('the blur that strangers see', () => {
  let folder: string;
  let blur: Buffer;
  let sharpPhoto: Buffer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'photo-blur-'));
    const storage = await openDiskStorage({ root: folder });
    const make = async (original: Buffer): Promise<Buffer> => {
      const source = storageKey(tenant, 'original', newStorageRandom());
      await storage.put(source, original, { contentType: 'image/png', maxBytes: 1e9 });
      const outcome = await createPhotoPipeline({ storage }).process({
        source,
        keyFor: photoKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() }),
      });
      if (!outcome.ready) throw new Error(outcome.reason);
      return buffer((await storage.open(outcome.photo.variants.find(({ name }) => name === 'blur')!.key))!.stream);
    };
    const photo = await scene(1600, 1200);
    blur = await make(photo);
    sharpPhoto = await sharp(photo).resize(480, 360).png().toBuffer();
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Mean squared difference (grey levels²) between a picture and itself after it was only `side` pixels wide. */
  async function detailBeyond(side: number, picture: Buffer): Promise<number> {
    const grey = await sharp(picture).greyscale().raw().toBuffer();
    const tiny = await sharp(picture)
      .greyscale()
      .resize(side, Math.round((side * 3) / 4), { fit: 'fill' })
      .png()
      .toBuffer();
    const back = await sharp(tiny).greyscale().resize(480, 360, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer();
    return grey.reduce((sum, level, i) => sum + (level - back[i]!) ** 2, 0) / grey.length;
  }

  it('holds no more detail than its tiny source', async () => {
    const [inBlur, inPhoto] = [
      await detailBeyond(blurSourceSide, blur),
      await detailBeyond(blurSourceSide, sharpPhoto),
    ];
    expect(inPhoto).toBeGreaterThan(100);
    expect(inBlur).toBeLessThan(4);
    expect(inBlur).toBeLessThan(inPhoto / 50);
  });

  it('weighs next to nothing', () => {
    expect(blur.length).toBeLessThan(4000);
  });

  it('still shows the colours of the photo', async () => {
    const means = async (picture: Buffer) =>
      (await sharp(picture).stats()).channels.slice(0, 3).map(({ mean }) => mean);
    const [ofBlur, ofPhoto] = [await means(blur), await means(sharpPhoto)];
    for (const [i, mean] of ofBlur.entries()) expect(Math.abs(mean - ofPhoto[i]!)).toBeLessThan(12);
  });

  it('shows all of the photo, each thing in its place', async () => {
    const coarse = (picture: Buffer) => sharp(picture).resize(8, 6, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const [ofBlur, ofPhoto] = [await coarse(blur), await coarse(sharpPhoto)];
    expect(ofBlur.reduce((sum, level, i) => sum + Math.abs(level - ofPhoto[i]!), 0) / ofBlur.length).toBeLessThan(9);
  });
});
