import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFilmPipeline } from '../film/film.ts';
import { filmKeys, type FilmObjectName } from '../film/film-plan.ts';
import { createPhotoPipeline } from '../photo/photo.ts';
import type { PhotoVariantName } from '../photo/photo-plan.ts';
import type { PictureOptions } from '../photo/photo-plan.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { newStorageRandom, storageKey, type TenantKey } from '../storage/storage.ts';
import type { Storage } from '../storage/storage.ts';
import { madeFilm } from '../testing/made-films.ts';
import { scene } from '../testing/made-photos.ts';
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

it('a photo whose AVIF sizes lie ready made takes those and makes all others', { timeout: 60_000 }, async () => {
  const source = await stored(await scene(1000, 750));
  const pipeline = createPhotoPipeline({ storage, workFolder: join(folder, 'work') });
  const [before, after] = [newKeys(), newKeys()];
  await pipeline.process({ source, keyFor: before, ...marked });
  const path = join(folder, 'photo.made');
  expect(await packReadyMade(storage, 'photo', before, path)).toBeGreaterThan(0);
  const made = (await readReadyMade(path))!.objects as ReadonlyMap<PhotoVariantName, Buffer>;
  expect([...made.keys()]).toEqual(['a640', 'a960', 'a1280']);
  const outcome = await pipeline.process({ source, keyFor: after, made });
  expect(outcome).toMatchObject({ ready: true });
  for (const name of ['a640', 'a960', 'a1280'] as const)
    expect(await bytesOf(after(name))).toEqual(await bytesOf(before(name)));
  for (const name of ['w960', 'jpeg960', 'thumb'] as const)
    expect(await bytesOf(after(name))).not.toEqual(await bytesOf(before(name)));
});

it('a small photo lies ready made whole, and needs no child', { timeout: 60_000 }, async () => {
  const source = await stored(await scene(400, 300));
  const work = { storage, workFolder: join(folder, 'work') };
  const [before, after, lacking] = [newKeys(), newKeys(), newKeys()];
  const first = await createPhotoPipeline(work).process({ source, keyFor: before });
  if (!first.ready) throw new Error(first.detail);
  const path = join(folder, 'whole.made');
  await packReadyMade(storage, 'photo', before, path);
  const { objects, photo: report } = (await readReadyMade(path))!;
  const made = objects as ReadonlyMap<PhotoVariantName, Buffer>;
  const childless = createPhotoPipeline({ ...work, program: join(folder, 'no-program.ts') });
  const again = await childless.process({ source, keyFor: after, made, report });
  if (!again.ready) throw new Error(again.detail);
  const expected = first.photo.variants.map((variant) => ({ ...variant, key: after(variant.name) }));
  expect(again.photo).toEqual({ ...first.photo, variants: expected });
  for (const { name } of first.photo.variants) expect(await bytesOf(after(name))).toEqual(await bytesOf(before(name)));
  // One that lacks a size is made as any other, which needs the child.
  const some = new Map([...made].filter(([name]) => name !== 'blur'));
  await expect(childless.process({ source, keyFor: lacking, made: some, report })).rejects.toThrow(/program/);
});

it('a film whose qualities and poster lie ready made is not encoded again', { timeout: 120_000 }, async () => {
  const source = await stored(await madeFilm(folder, { width: 640, height: 360, seconds: 5, rate: 6 }));
  const pipeline = createFilmPipeline({ storage, workFolder: join(folder, 'work') });
  const [before, after] = [newKeys(), newKeys()];
  await pipeline.process({ source, keyFor: before, ...marked });
  const path = join(folder, 'film.made');
  await packReadyMade(storage, 'video', before, path);
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
  ['none of ours', () => Buffer.from('{"film":null,"objects":[["../manifest",3]]}\nabc')],
])('a file that is %s is as if it were not there', async (_what, change) => {
  const path = join(folder, 'odd.made');
  const good = Buffer.from('{"film":null,"objects":[["a640",3]]}\nabc');
  await writeFile(path, good);
  expect(await readReadyMade(path)).not.toBeNull();
  await writeFile(path, change(good));
  expect(await readReadyMade(path)).toBeNull();
});

it('another original, and another mark, has another file', () => {
  expect(new Set([readyMadeName('a', null), readyMadeName('b', null), readyMadeName('a', 'mark')]).size).toBe(3);
});
