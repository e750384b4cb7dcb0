import { createPhotoPipeline, newStorageRandom, photoKeys } from '@backlot/media';
import { scene } from '@backlot/media/testing/made-photos';
import { contentTypeOf, planBlur, planVariants } from '@backlot/media/photo/photo-plan';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { inTurns, ratioResult } from '../in-turns.ts';
import { median, result, type BenchResult } from '../result.ts';
import { benchTenant, millisecondsOf, openBenchStore } from './store.ts';

const photos = 6;
const [width, height] = [4000, 3000];

/** Twelve megapixels as a telephone makes them, six at a time, against sharp that writes the same sizes in this process. */
export async function benchPhotos(rounds = 9): Promise<BenchResult[]> {
  const store = await openBenchStore();
  try {
    const original = await sharp(await scene(width, height))
      .jpeg({ quality: 90 })
      .toBuffer();
    const path = join(store.folder, 'original.jpg');
    await writeFile(path, original);
    const source = await store.put(original);
    const pipeline = createPhotoPipeline({ storage: store.storage });
    const ours = async (): Promise<void> => {
      const outcome = await pipeline.process({
        source,
        keyFor: photoKeys(benchTenant, { private: newStorageRandom(), public: newStorageRandom() }),
      });
      if (!outcome.ready) throw new Error(outcome.detail);
    };
    const seen = await inTurns(rounds, {
      ours: () => millisecondsOf(() => Promise.all(Array.from({ length: photos }, ours))),
      bare: () => millisecondsOf(() => inTwos(() => bare(path, store.folder))),
    });
    return [
      result('photo of 12 megapixels, all sizes', median(seen.ours) / photos, 'ms', '<', 5000),
      ratioResult('photo pipeline, against the same sizes by bare sharp', seen, '<=', 1.15),
    ];
  } finally {
    await store.close();
  }
}

/** Two at a time, as the pipeline has two children. */
async function inTwos(work: () => Promise<void>): Promise<void> {
  let left = photos;
  const hand = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all([hand(), hand()]);
}

/** What somebody would write who has one photo of their own: one decode, no limits, no confinement. */
async function bare(path: string, folder: string): Promise<void> {
  const { data, info } = await sharp(path).autoOrient().resize(2560).raw().toBuffer({ resolveWithObject: true });
  const base = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const name = newStorageRandom();
  for (const variant of planVariants({ width, height })) {
    const type = contentTypeOf(variant.name);
    let picture = base().resize(variant.width, variant.height);
    if (variant.name === 'blur') {
      const { tiny } = planBlur({ width, height }, 0);
      picture = sharp(await base().resize(tiny.width, tiny.height).png().toBuffer())
        .resize(variant.width, variant.height)
        .blur(8);
    }
    if (type === 'image/jpeg') picture.jpeg({ quality: 82, progressive: true });
    else if (type === 'image/avif') picture.avif({ quality: 55, effort: 1, chromaSubsampling: '4:2:0' });
    else picture.webp({ quality: 78, effort: 2 });
    await picture.toFile(join(folder, `${name}-${variant.name}`));
  }
}
