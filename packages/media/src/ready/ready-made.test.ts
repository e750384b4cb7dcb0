import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFilmPipeline } from '../film/film.ts';
import { filmKeys, type FilmObjectName } from '../film/film-plan.ts';
import { createPhotoPipeline } from '../photo/photo.ts';
import type { PictureOptions } from '../photo/photo-plan.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { newStorageRandom, storageKey, type TenantKey } from '../storage/storage.ts';
import type { Storage } from '../storage/storage.ts';
import { madeFilm } from '../testing/made-films.ts';
import { scene, withLocation } from '../testing/made-photos.ts';
import { packReadyMade, placeFilm, readReadyMade, readyMadeName } from './ready-made.ts';

const tenant = { id: 'abc123def456' };
/** A mark is seen in the bytes: what was made with it was not made by a run without. */
const marked: PictureOptions = { watermark: { text: 'clay.test', size: 60, color: '#ff0000', position: 'top-left' } };
let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ready-made-'));
  await mkdir(join(folder, 'work'));
  storage = await openDiskStorage({ root: join(folder, 'store') });
});
afterAll(() => rm(folder, { recursive: true }));

type KeyFor = (name: FilmObjectName) => TenantKey;
const newKeys = (): KeyFor => filmKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() });
const bytesOf = async (key: TenantKey): Promise<Buffer> => buffer((await storage.open(key))!.stream);
async function stored(original: Buffer): Promise<TenantKey> {
  const source = storageKey(tenant, 'original', newStorageRandom());
  await storage.put(source, original, { contentType: 'application/octet-stream', maxBytes: 1e9 });
  return source;
}

it('a photo lies ready made whole, and needs no child', { timeout: 60_000 }, async () => {
  const source = await stored(await scene(400, 300));
  const work = { storage, workFolder: join(folder, 'work') };
  const [before, after, lacking] = [newKeys(), newKeys(), newKeys()];
  const first = await createPhotoPipeline(work).process({ source, keyFor: before });
  if (!first.ready) throw new Error(first.detail);
  const path = join(folder, 'whole.made');
  await packReadyMade(storage, { kind: 'photo', source, keyFor: before, isMarked: false }, path);
  const ready = (await readReadyMade(path))!.photo!;
  expect(ready.original).toBeNull();
  const childless = createPhotoPipeline({ ...work, program: join(folder, 'no-program.ts') });
  const again = await childless.process({ source, keyFor: after, ready });
  if (!again.ready) throw new Error(again.detail);
  const expected = first.photo.variants.map((variant) => ({ ...variant, key: after(variant.name) }));
  expect(again.photo).toEqual({ ...first.photo, variants: expected });
  for (const { name } of first.photo.variants) expect(await bytesOf(after(name))).toEqual(await bytesOf(before(name)));
  // One that lacks a size is made as any other, which needs the child.
  const some = { ...ready, sizes: new Map([...ready.sizes].filter(([name]) => name !== 'blur')) };
  await expect(childless.process({ source, keyFor: lacking, ready: some })).rejects.toThrow(/program/);
});

describe('the largest JPEG of a photo', () => {
  const plain = async (quality = 82): Promise<Buffer> =>
    sharp(await scene(1000, 750))
      .jpeg({ quality, progressive: true })
      .toBuffer();

  it('is its original, where that holds nothing beside the picture', { timeout: 60_000 }, async () => {
    const original = await plain();
    const { ready, storedAgain, madeNow } = await packAndStore(original, false);
    expect(ready.original).toBe('jpeg1600');
    expect(ready.sizes.has('jpeg1600')).toBe(false);
    expect(await storedAgain('jpeg1600')).toEqual(original);
    expect(await storedAgain('jpeg960')).toEqual(await madeNow('jpeg960'));
  });

  it.each([
    ['tells a place and a camera', async () => withLocation(await plain()), false],
    ['is much heavier', () => plain(97), false],
    ['has no mark, and the photo has one', () => plain(), true],
  ])('is another where the original %s', { timeout: 60_000 }, async (_what, make, isMarked) => {
    const original = await make();
    const { ready, storedAgain, madeNow } = await packAndStore(original, isMarked);
    expect(ready.original).toBeNull();
    expect(await storedAgain('jpeg1600')).toEqual(await madeNow('jpeg1600'));
    expect(await storedAgain('jpeg1600')).not.toEqual(original);
  });

  async function packAndStore(original: Buffer, isMarked: boolean) {
    const source = await stored(original);
    const work = { storage, workFolder: join(folder, 'work') };
    const [before, after] = [newKeys(), newKeys()];
    await createPhotoPipeline(work).process({ source, keyFor: before, ...(isMarked ? marked : {}) });
    const path = join(folder, 'jpeg.made');
    await packReadyMade(storage, { kind: 'photo', source, keyFor: before, isMarked }, path);
    const ready = (await readReadyMade(path))!.photo!;
    await createPhotoPipeline({ ...work, program: 'none' }).process({ source, keyFor: after, ready });
    const of = (keyFor: KeyFor) => (name: FilmObjectName) => bytesOf(keyFor(name));
    return { ready, storedAgain: of(after), madeNow: of(before) };
  }
});

it('a film whose qualities and poster lie ready made is not encoded again', { timeout: 120_000 }, async () => {
  const source = await stored(await madeFilm(folder, { width: 640, height: 360, seconds: 5, rate: 6 }));
  const pipeline = createFilmPipeline({ storage, workFolder: join(folder, 'work') });
  const [before, after] = [newKeys(), newKeys()];
  await pipeline.process({ source, keyFor: before, ...marked });
  const path = join(folder, 'film.made');
  await packReadyMade(storage, { kind: 'video', source, keyFor: before, isMarked: true }, path);
  await placeFilm(storage, after, (await readReadyMade(path))!);
  const outcome = await pipeline.process({ source, keyFor: after });
  expect(outcome).toMatchObject({ ready: true });
  for (const name of ['h360', 'm360', 'sprite', 'w640', 'a640', 'jpeg960', 'thumb', 'blur'] as const)
    expect(await bytesOf(after(name))).toEqual(await bytesOf(before(name)));
  const [one, other] = await Promise.all([before, after].map((keyFor) => bytesOf(keyFor('manifest'))));
  const summary = (text: Buffer | undefined): unknown =>
    JSON.parse(String(text), (name: string, value: unknown) => (name === 'key' ? null : value));
  expect(summary(other)).toEqual(summary(one));

  const lacking = newKeys();
  const ready = (await readReadyMade(path))!;
  await placeFilm(storage, lacking, ready);
  await storage.remove(lacking('blur'));
  expect(await pipeline.process({ source, keyFor: lacking })).toMatchObject({ ready: true });
  expect(await bytesOf(lacking('h360'))).toEqual(await bytesOf(before('h360')));
  expect(await bytesOf(lacking('w640'))).not.toEqual(await bytesOf(before('w640')));
});

it.each([
  ['cut off', (whole: Buffer) => whole.subarray(0, -5)],
  ['longer than it says', (whole: Buffer) => Buffer.concat([whole, Buffer.from('more')])],
  ['none of ours', (whole: Buffer) => changed(whole, 'a640', '../x')],
  ['of a photo nothing is told of', (whole: Buffer) => changed(whole, '"photo"', '"photos"')],
])('a file that is %s is as if it were not there', async (_what, change) => {
  const path = join(folder, 'odd.made');
  const photo = { width: 640, height: 480, dominantColor: '#102030', thumbhash: 'abcd', variants: [] };
  const good = Buffer.from(`${JSON.stringify({ film: null, photo, objects: [['a640', 3]] })}\nabc`);
  await writeFile(path, good);
  expect(await readReadyMade(path)).not.toBeNull();
  await writeFile(path, change(good));
  expect(await readReadyMade(path)).toBeNull();
});
const changed = (whole: Buffer, from: string, to: string): Buffer => Buffer.from(String(whole).replace(from, to));

it('another original, and another mark, has another file', () => {
  expect(new Set([readyMadeName('a', null), readyMadeName('b', null), readyMadeName('a', 'mark')]).size).toBe(3);
});
