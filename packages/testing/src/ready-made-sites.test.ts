import { createPhotoPipeline, openDiskStorage, readReadyMade, readyMadeName } from '@backlot/media';
import { planRenditions } from '@backlot/media/film/film-plan';
import { baseSize, contentTypeOf, photoKeys, planVariants } from '@backlot/media/photo/photo-plan';
import { newStorageRandom, storageKey } from '@backlot/media/storage/storage';
import { look } from '@backlot/media/testing/made-films';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../tenants');
const remake = 'Run `node scripts/run.mjs scripts/make-ready.ts`.';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-made-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every picture and film that the posts of a site name, with the file that lies ready made for it. */
async function declared(site: string): Promise<ReadonlyArray<{ path: string; made: string }>> {
  const { posts } = JSON.parse(await readFile(join(root, site, 'content/posts.json'), 'utf8')) as {
    posts: { media: { file: string }[]; preview?: string }[];
  };
  const files = new Set(
    posts.flatMap(({ media, preview }) => [...media.map(({ file }) => file), preview ?? []].flat()),
  );
  return Promise.all(
    [...files].map(async (file) => {
      const path = join(root, site, file);
      const sha256 = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
      return { path, made: join(root, site, 'content/made', readyMadeName(sha256, null)) };
    }),
  );
}
const isFilm = (path: string): boolean => path.endsWith('.mp4');

const sizeText = ({ name, width, height }: { name: string; width: number; height: number }): string =>
  `${name} ${width} × ${height}`;

/** Of a photo the AVIF sizes, or all of them where it is to lie there whole. */
async function plannedFor(path: string, isWhole: boolean): Promise<string[]> {
  if (!isFilm(path)) {
    const { width, height } = await sharp(path).metadata();
    return planVariants({ width, height })
      .filter(({ name }) => isWhole || contentTypeOf(name) === 'image/avif')
      .map(sizeText);
  }
  const { streams } = (await look(path, 'stream=codec_type,width,height')) as {
    streams: { codec_type: string; width: number; height: number }[];
  };
  const { width, height } = streams.find(({ codec_type }) => codec_type === 'video')!;
  return [...planRenditions({ width, height }), ...planVariants(baseSize({ width, height }))].map(sizeText);
}

async function lyingReady(ready: Awaited<ReturnType<typeof readReadyMade>>): Promise<string[]> {
  if (ready?.film) return [...ready.film.renditions, ...(ready.film.poster?.variants ?? [])].map(sizeText);
  return Promise.all(
    [...(ready?.objects ?? [])].map(async ([name, bytes]) => {
      const { width, height } = await sharp(bytes).metadata();
      return sizeText({ name, width, height });
    }),
  );
}

describe.each(['clay', 'patch', 'ridge'])('what lies ready made for %s', (site) => {
  it('is of all its pictures and films, in the sizes of today, and of nothing else', { timeout: 120_000 }, async () => {
    const all = await declared(site);
    for (const { path, made } of all) {
      const ready = await readReadyMade(made);
      expect(await lyingReady(ready), `${path}: ${remake}`).toEqual(await plannedFor(path, Boolean(ready?.photo)));
    }
    const there = (await readdir(join(root, site, 'content/made'))).map((name) =>
      join(root, site, 'content/made', name),
    );
    expect(there.toSorted(), remake).toEqual(all.map(({ made }) => made).toSorted());
  });

  it.each(['whole', 'in part'])('%s is what is made of the same picture today', { timeout: 60_000 }, async (how) => {
    const photos = (await declared(site)).filter((one) => !isFilm(one.path));
    const isWhole = await Promise.all(photos.map(async ({ made }) => Boolean((await readReadyMade(made))?.photo)));
    const { path, made } = photos[isWhole.indexOf(how === 'whole')]!;
    const storage = await openDiskStorage({ root: join(folder, site) });
    const tenant = { id: 'abc123def456' };
    const source = storageKey(tenant, 'original', newStorageRandom());
    await storage.put(source, await readFile(path), { contentType: 'image/jpeg', maxBytes: 1e9 });
    const keyFor = photoKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() });
    const outcome = await createPhotoPipeline({ storage }).process({ source, keyFor });
    if (!outcome.ready) throw new Error(outcome.detail);
    const { objects, photo } = (await readReadyMade(made))!;
    if (photo) expect([photo.width, photo.height]).toEqual([outcome.photo.width, outcome.photo.height]);
    for (const [name, { length }] of objects) {
      const today = outcome.photo.variants.find((variant) => variant.name === name)!.bytes;
      // Processors of another kind round otherwise.
      expect(Math.abs(length - today) / today, `${name} of ${path}: ${remake}`).toBeLessThan(0.05);
    }
  });
});
