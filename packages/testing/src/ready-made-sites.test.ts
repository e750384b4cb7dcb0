import { createPhotoPipeline, openDiskStorage, readReadyMade, readyMadeName } from '@backlot/media';
import { planRenditions } from '@backlot/media/film/film-plan';
import { baseSize, photoKeys, planVariants } from '@backlot/media/photo/photo-plan';
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

async function plannedFor(path: string): Promise<string[]> {
  if (!isFilm(path)) {
    const { width, height } = await sharp(path).metadata();
    return planVariants({ width, height }).map(sizeText);
  }
  const { streams } = (await look(path, 'stream=codec_type,width,height')) as {
    streams: { codec_type: string; width: number; height: number }[];
  };
  const { width, height } = streams.find(({ codec_type }) => codec_type === 'video')!;
  return [...planRenditions({ width, height }), ...planVariants(baseSize({ width, height }))].map(sizeText);
}

type Ready = NonNullable<Awaited<ReturnType<typeof readReadyMade>>>;

async function lyingReady({ film, photo }: Ready, path: string): Promise<string[]> {
  if (film) return [...film.renditions, ...(film.poster?.variants ?? [])].map(sizeText);
  return Promise.all(
    photo!.report.variants.map(async ({ name }) => {
      const { width, height } = await sharp(name === photo!.original ? path : photo!.sizes.get(name)).metadata();
      return sizeText({ name, width, height });
    }),
  );
}

/** How far two pictures are apart, from 0 to 255: of the demonstrations at most 2.2 for sizes of one, at least 5.5 for others. */
async function distance(one: string | Buffer, other: string | Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) =>
      sharp(picture).resize(16, 16, { fit: 'fill', fastShrinkOnLoad: false }).removeAlpha().raw().toBuffer(),
    ),
  );
  return a!.reduce((sum, value, at) => sum + Math.abs(value - b![at]!), 0) / a!.length;
}

describe.each(['clay', 'patch', 'ridge'])('what lies ready made for %s', (site) => {
  it('is of all its pictures and films, in the sizes of today, and of nothing else', { timeout: 120_000 }, async () => {
    const all = await declared(site);
    for (const { path, made } of all) {
      const ready = await readReadyMade(made);
      if (ready === null) throw new Error(`Nothing lies ready for ${path}. ${remake}`);
      expect(await lyingReady(ready, path), `${path}: ${remake}`).toEqual(await plannedFor(path));
      if (ready.photo)
        expect(await distance(path, ready.photo.sizes.get('w320')!), `${path}: ${remake}`).toBeLessThan(4);
    }
    const there = (await readdir(join(root, site, 'content/made'))).map((name) =>
      join(root, site, 'content/made', name),
    );
    expect(there.toSorted(), remake).toEqual(all.map(({ made }) => made).toSorted());
  });

  it('is what is made of its first picture today', { timeout: 60_000 }, async () => {
    const { path, made } = (await declared(site)).find((one) => !isFilm(one.path))!;
    const storage = await openDiskStorage({ root: join(folder, site) });
    const tenant = { id: 'abc123def456' };
    const source = storageKey(tenant, 'original', newStorageRandom());
    await storage.put(source, await readFile(path), { contentType: 'image/jpeg', maxBytes: 1e9 });
    const keyFor = photoKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() });
    const outcome = await createPhotoPipeline({ storage }).process({ source, keyFor });
    if (!outcome.ready) throw new Error(outcome.detail);
    const { report, sizes, original } = (await readReadyMade(made))!.photo!;
    expect([report.width, report.height]).toEqual([outcome.photo.width, outcome.photo.height]);
    for (const { name, bytes: today } of outcome.photo.variants.filter((one) => one.name !== original)) {
      const { length } = sizes.get(name)!;
      // Processors of another kind round otherwise.
      expect(Math.abs(length - today) / today, `${name} of ${path}: ${remake}`).toBeLessThan(0.05);
    }
  });
});
