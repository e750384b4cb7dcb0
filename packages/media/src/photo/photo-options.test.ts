import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { createFilmPipeline } from '../film/film.ts';
import { filmKeys } from '../film/film-plan.ts';
import { madeFilm, run } from '../testing/made-films.ts';
import { lyingOnItsSide, scene } from '../testing/made-photos.ts';
import { createPhotoPipeline, type PhotoJob } from './photo.ts';
import type { PhotoManifest } from './photo-manifest.ts';
import { photoKeys, type PhotoVariantName, type PictureOptions, planBlur, type Watermark } from './photo-plan.ts';
import { newStorageRandom, type Storage, storageKey, type TenantKey } from '../storage/storage.ts';

const tenant = { id: 'abc123def456' };
let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'options-'));
  storage = await openDiskStorage({ root: join(folder, 'store') });
});
afterAll(() => rm(folder, { recursive: true }));

async function stored(original: Buffer): Promise<TenantKey> {
  const source = storageKey(tenant, 'original', newStorageRandom());
  await storage.put(source, original, { contentType: 'application/octet-stream', maxBytes: 1e9 });
  return source;
}
const newRandoms = () => ({ private: newStorageRandom(), public: newStorageRandom() });
interface Made {
  photo: PhotoManifest;
  picture(name: PhotoVariantName): Promise<Buffer>;
}
async function made(source: TenantKey, options: PictureOptions): Promise<Made> {
  const job: PhotoJob = { source, keyFor: photoKeys(tenant, newRandoms()), ...options };
  const outcome = await createPhotoPipeline({ storage }).process(job);
  if (!outcome.ready) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return { photo: outcome.photo, picture: async (name) => buffer((await storage.open(job.keyFor(name)))!.stream) };
}
/** Mean of |one − other| over all channels, in a part of the pictures given as shares of them. */
async function difference(
  one: Buffer,
  other: Buffer,
  [left, top, width, height] = [0, 0, 1, 1] as readonly number[],
): Promise<number> {
  const part = async (picture: Buffer): Promise<Buffer> => {
    const { width: w, height: h } = await sharp(picture).metadata();
    return sharp(picture)
      .extract({
        left: Math.floor(left! * w),
        top: Math.floor(top! * h),
        width: Math.floor(width! * w),
        height: Math.floor(height! * h),
      })
      .removeAlpha()
      .raw()
      .toBuffer();
  };
  const [a, b] = [await part(one), await part(other)];
  return a.reduce((sum, level, i) => sum + Math.abs(level - b[i]!), 0) / a.length;
}

describe('a photo that its owner turns', { timeout: 60_000 }, () => {
  it('POST-102 stands a quarter turn further, on top of what the camera said, in every size', async () => {
    // Red is on top as the camera means it; a quarter turn clockwise brings it to the right.
    const source = await stored(await lyingOnItsSide(800, 600));
    const { photo, picture } = await made(source, { rotation: 90 });
    expect(photo).toMatchObject({ width: 800, height: 600 });
    for (const name of ['w640', 'jpeg960', 'thumb', 'blur'] as const) {
      const { data, info } = await sharp(await picture(name))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const redAt = (x: number): number =>
        data[(Math.floor(info.height / 2) * info.width + Math.floor(x * info.width)) * 3]!;
      expect(redAt(0.9), name).toBeGreaterThan(150);
      expect(redAt(0.1), name).toBeLessThan(110);
    }
  });

  it('is the same again after four turns, and upside down after two', async () => {
    const source = await stored(await scene(300, 200));
    const [straight, half] = [await made(source, {}), await made(source, { rotation: 180 })];
    const back = await sharp(await half.picture('w320'))
      .rotate(180)
      .png()
      .toBuffer();
    expect(await difference(await straight.picture('w320'), back)).toBeLessThan(7);
    expect(await difference(await straight.picture('w320'), await half.picture('w320'))).toBeGreaterThan(20);
  });
});

describe('a blur that is refreshed', { timeout: 60_000 }, () => {
  it('differs from round to round, while the rest stays', async () => {
    const source = await stored(await scene(800, 600));
    const rounds = await Promise.all([0, 1, 2].map((blurRound) => made(source, { blurRound })));
    const blurs = await Promise.all(rounds.map(({ picture }) => picture('blur')));
    for (const [one, other] of [
      [0, 1],
      [1, 2],
      [0, 2],
    ] as const)
      expect(await difference(blurs[one]!, blurs[other]!)).toBeGreaterThan(4);
    expect((await rounds[0]!.picture('w640')).equals(await rounds[1]!.picture('w640'))).toBe(true);
  });

  it('never comes from more than 24 pixels, and always from within the picture', () => {
    for (let round = 0; round < 200; round++) {
      for (const size of [
        { width: 2560, height: 1707 },
        { width: 3, height: 400 },
        { width: 1, height: 1 },
      ]) {
        const { left, top, part, tiny } = planBlur(size, round);
        expect(Math.max(tiny.width, tiny.height)).toBeLessThanOrEqual(24);
        expect(left >= 0 && top >= 0 && left + part.width <= size.width && top + part.height <= size.height).toBe(true);
      }
    }
  });
});

describe('the mark of a site', { timeout: 60_000 }, () => {
  const mark: Watermark = { text: 'ridge.example <&"', size: 32, color: '#ffffff', position: 'bottom-right' };
  const corners = {
    'top-left': [0, 0, 0.5, 0.2],
    'top-right': [0.5, 0, 0.5, 0.2],
    'bottom-left': [0, 0.8, 0.5, 0.2],
    'bottom-right': [0.5, 0.8, 0.5, 0.2],
  } as const;
  let source: TenantKey;
  let plain: Made;
  beforeAll(async () => {
    source = await stored(await scene(1400, 1000));
    plain = await made(source, {});
  });

  it.each(Object.keys(corners) as (keyof typeof corners)[])(
    'lies in the corner %s and nowhere else',
    async (position) => {
      const { picture } = await made(source, { watermark: { ...mark, position } });
      for (const [corner, part] of Object.entries(corners)) {
        // In JPEG a block is its own; WebP spends its bits by what the whole picture holds, so a mark changes all of it a little.
        const seen = await difference(await plain.picture('jpeg960'), await picture('jpeg960'), part);
        if (corner === position) expect(seen, corner).toBeGreaterThan(2);
        else expect(seen, corner).toBeLessThan(0.5);
      }
    },
  );

  it.each([
    ['lying', 900, 506],
    ['standing', 506, 900],
  ])('stands in the square that cards and grids cut out of a %s picture', async (_how, width, height) => {
    const wide = await stored(await scene(width, height));
    const bare = await made(wide, {});
    for (const position of ['top-left', 'bottom-right'] as const) {
      const { picture } = await made(wide, { watermark: { ...mark, position, text: 'a-long-name-of-a-site.example' } });
      const square = async (jpeg: Buffer): Promise<Buffer> =>
        sharp(jpeg).resize(506, 506, { fit: 'cover' }).png().toBuffer();
      // All of the mark is in it: outside the square nothing changed.
      const [inside, all] = [
        await difference(
          await square(await bare.picture('jpeg960')),
          await square(await picture('jpeg960')),
          corners[position],
        ),
        await difference(
          await bare.picture('jpeg960'),
          await picture('jpeg960'),
          width > height ? [0, 0, 0.21, 1] : [0, 0, 1, 0.21],
        ),
      ];
      expect(inside, position).toBeGreaterThan(2);
      expect(all, position).toBeLessThan(0.5);
    }
  });

  it('POST-045 is burnt into every size but the blur, and leaves no trace in the original', async () => {
    const before = await buffer((await storage.open(source))!.stream);
    const { photo, picture } = await made(source, { watermark: { ...mark, color: '#ff0000', size: 72 } });
    for (const { name } of photo.variants) {
      const seen = await difference(await plain.picture(name), await picture(name), corners['bottom-right']);
      if (name === 'blur') expect(seen).toBe(0);
      else expect(seen, name).toBeGreaterThan(1);
      expect((await sharp(await picture(name)).metadata()).hasAlpha, name).toBe(false);
    }
    expect((await buffer((await storage.open(source))!.stream)).equals(before)).toBe(true);
  });

  it('fits pictures of any shape', async () => {
    for (const [width, height] of [
      [30, 30],
      [2000, 12],
      [12, 900],
      [1, 1],
    ] as const) {
      const strip = await sharp({
        create: { width, height, channels: 4, background: { r: 9, g: 90, b: 200, alpha: 0.5 } },
      })
        .png()
        .toBuffer();
      expect(
        (
          await made(await stored(strip), {
            watermark: { ...mark, size: 72, text: 'a very long address of a site .example' },
          })
        ).photo.variants.length,
      ).toBeGreaterThan(3);
    }
  });

  it('is burnt into films and their posters, in every quality', async () => {
    const grey = await madeFilm(folder, { width: 1280, height: 720, filter: 'lutyuv=y=110:u=128:v=128', sound: false });
    const film = await stored(grey);
    const keyFor = filmKeys(tenant, newRandoms());
    const outcome = await createFilmPipeline({ storage }).process({ source: film, keyFor, watermark: mark });
    if (!outcome.ready) throw new Error(`${outcome.reason}: ${outcome.detail}`);
    const shows = async (picture: Buffer): Promise<string[]> => {
      const flat = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#6d6d6d' } })
        .resize((await sharp(picture).metadata()).width, (await sharp(picture).metadata()).height)
        .png()
        .toBuffer();
      const seen = await Promise.all(
        Object.entries(corners).map(async ([corner, part]) => [corner, await difference(flat, picture, part)] as const),
      );
      const least = Math.min(...seen.map(([, amount]) => amount));
      return seen.filter(([, amount]) => amount > least + 1).map(([corner]) => corner);
    };
    for (const name of ['h360', 'h720', 'mp4'] as const) {
      const [local, frame] = [join(folder, newStorageRandom()), join(folder, `${newStorageRandom()}.png`)];
      await storage.copyToLocal(keyFor(name), local);
      await run(['-i', local, '-frames:v', '1', frame]);
      expect(await shows(await sharp(frame).png().toBuffer()), name).toEqual(['bottom-right']);
    }
    expect(await shows(await buffer((await storage.open(keyFor('w640')))!.stream))).toEqual(['bottom-right']);
  });
});
