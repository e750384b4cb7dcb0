import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { animated, bomb, lyingHeader, lyingOnItsSide, scene, withLocation } from '../testing/made-photos.ts';
import { createPhotoPipeline, type PhotoJob, type PhotoOutcome, type PhotoPipeline } from './photo.ts';
import { photoKeys } from './photo-plan.ts';
import type { PhotoManifest } from './photo-manifest.ts';
import { newStorageRandom, type Storage, storageKey } from '../storage/storage.ts';

const tenant = { id: 'abc123def456' };
let folder: string;
let storage: Storage;
let pipeline: PhotoPipeline;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-test-'));
  await mkdir(join(folder, 'work'));
  storage = await openDiskStorage({ root: join(folder, 'store') });
  pipeline = createPhotoPipeline({ storage, workFolder: join(folder, 'work') });
});
afterAll(() => rm(folder, { recursive: true }));

async function jobOf(original: Buffer): Promise<PhotoJob> {
  const source = storageKey(tenant, 'original', newStorageRandom());
  await storage.put(source, original, { contentType: 'application/octet-stream', maxBytes: 1e9 });
  return { source, keyFor: photoKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() }) };
}
const processed = async (original: Buffer): Promise<PhotoOutcome> => pipeline.process(await jobOf(original));
async function ready(original: Buffer): Promise<PhotoManifest> {
  const outcome = await processed(original);
  if (!outcome.ready) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return outcome.photo;
}
async function bytesOf(photo: PhotoManifest, name: string): Promise<Buffer> {
  const variant = photo.variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`no ${name}`);
  return buffer((await storage.open(variant.key))!.stream);
}
const widths = (photo: PhotoManifest) => photo.variants.map(({ name, width, height }) => [name, width, height]);
async function pixelAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('a photo', () => {
  it('gets every size with the details that the manifest tells', async () => {
    const photo = await ready(
      await sharp(await scene(2400, 1800))
        .jpeg()
        .toBuffer(),
    );
    expect(photo).toMatchObject({ width: 2400, height: 1800 });
    expect(widths(photo)).toEqual([
      ['w320', 320, 240],
      ['w640', 640, 480],
      ['w960', 960, 720],
      ['w1280', 1280, 960],
      ['w1600', 1600, 1200],
      ['w2560', 2400, 1800],
      ['a640', 640, 480],
      ['a960', 960, 720],
      ['a1280', 1280, 960],
      ['a1600', 1600, 1200],
      ['jpeg960', 960, 720],
      ['jpeg1600', 1600, 1200],
      ['thumb', 240, 240],
      ['blur', 480, 360],
    ]);
    for (const variant of photo.variants) {
      const bytes = await bytesOf(photo, variant.name);
      const seen = await sharp(bytes).metadata();
      const format = seen.format === 'heif' && seen.compression === 'av1' ? 'avif' : seen.format;
      expect([variant.name, seen.width, seen.height, `image/${format}`, bytes.length]).toEqual([
        variant.name,
        variant.width,
        variant.height,
        variant.contentType,
        variant.bytes,
      ]);
      expect(await storage.stat(variant.key)).toMatchObject({ contentType: variant.contentType });
    }
    expect(photo.dominantColor).toMatch(/^#[0-9a-f]{6}$/);
    const aspect = thumbHashToApproximateAspectRatio(Buffer.from(photo.thumbhash, 'base64'));
    expect(Math.abs(aspect - 4 / 3)).toBeLessThan(0.1);
  });

  it('keeps only its blur in the public area', async () => {
    const photo = await ready(await scene(400, 300));
    for (const { name, key } of photo.variants) expect(key.split('/')[1]).toBe(name === 'blur' ? 'public' : 'private');
  });

  it('is never made larger than it is, the blur apart', async () => {
    expect(widths(await ready(await scene(500, 400)))).toEqual([
      ['w320', 320, 256],
      ['w640', 500, 400],
      ['jpeg960', 500, 400],
      ['thumb', 240, 240],
      ['blur', 480, 384],
    ]);
    expect(widths(await ready(await scene(1, 1)))).toEqual([
      ['w320', 1, 1],
      ['jpeg960', 1, 1],
      ['thumb', 1, 1],
      ['blur', 480, 480],
    ]);
  });

  it('that is a very long strip still fits what WebP can hold', async () => {
    for (const [width, height] of [
      [300, 30_000],
      [30_000, 300],
      [1, 20_000],
    ] as const) {
      const strip = await sharp({ create: { width, height, channels: 3, background: '#a0c010' } })
        .png()
        .toBuffer();
      const photo = await ready(strip);
      expect(photo).toMatchObject({ width, height, dominantColor: expect.stringMatching(/^#/) });
      for (const variant of photo.variants) expect(Math.max(variant.width, variant.height)).toBeLessThan(16_384);
    }
  });

  it('loses place, camera, owner and every other note', async () => {
    const original = await withLocation(await scene(1000, 800));
    expect((await sharp(original).metadata()).exif).toBeDefined();
    expect(original.includes('secretplace')).toBe(true);
    const photo = await ready(original);
    for (const { name } of photo.variants) {
      const bytes = await bytesOf(photo, name);
      const { exif, xmp, iptc, icc, orientation, comments } = await sharp(bytes).metadata();
      expect({ name, exif, xmp, iptc, icc, orientation, comments }).toEqual({ name });
      for (const trace of ['Exif', 'Acme', 'Phone 12', 'Ana Example', 'secretplace', 'http'])
        expect(bytes.includes(trace)).toBe(false);
    }
  });

  it('that was taken with the camera on its side stands upright', async () => {
    const photo = await ready(await lyingOnItsSide(800, 600));
    expect(photo).toMatchObject({ width: 600, height: 800 });
    const picture = await bytesOf(photo, 'w640');
    const [top, bottom] = [await pixelAt(picture, 0.5, 0.1), await pixelAt(picture, 0.5, 0.9)];
    expect(top[0]! > 200 && top[2]! < 60).toBe(true);
    expect(bottom[2]! > 200 && bottom[0]! < 60).toBe(true);
  });

  it('keeps what is transparent in WebP and puts it on white in JPEG', async () => {
    const photo = await ready(
      await sharp({ create: { width: 700, height: 500, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
    );
    expect((await sharp(await bytesOf(photo, 'w640')).metadata()).hasAlpha).toBe(true);
    expect(await pixelAt(await bytesOf(photo, 'jpeg960'), 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  it('may be grey, CMYK, of 16 bits, or a palette', async () => {
    const base = await scene(400, 300);
    for (const original of [
      await sharp(base).greyscale().jpeg().toBuffer(),
      await sharp(base).toColourspace('cmyk').jpeg().toBuffer(),
      await sharp(base).toColourspace('rgb16').png().toBuffer(),
      await sharp(base).png({ palette: true }).toBuffer(),
      await sharp(base).jpeg({ progressive: true }).toBuffer(),
    ]) {
      const photo = await ready(original);
      expect(await sharp(await bytesOf(photo, 'w640')).metadata()).toMatchObject({ space: 'srgb', width: 400 });
    }
  });

  it('that moves becomes its first frame', async () => {
    const photo = await ready(await animated(400, 300));
    const picture = await bytesOf(photo, 'w640');
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1);
    expect((await pixelAt(picture, 0.5, 0.5))[0]).toBeGreaterThan(200);
  });

  it('may have 50 megapixels', async () => {
    expect(await ready(await bomb(10_000, 5000))).toMatchObject({ width: 10_000, height: 5000 });
  }, 40_000);
});

describe('a file that is no photo of ours', () => {
  it('POST-092 LIMIT-17 is refused above 50 megapixels, however small the file', async () => {
    const sixty = await bomb(10_000, 6000);
    expect(sixty.length).toBeLessThan(2_000_000);
    expect(await processed(sixty)).toMatchObject({ ready: false, reason: 'too_large_pixels' });
    for (const [width, height] of [
      [16_000, 16_000],
      [10_000, 5001],
      [60_000, 60_000],
    ] as const) {
      expect(await processed(await lyingHeader(width, height))).toMatchObject({
        ready: false,
        reason: 'too_large_pixels',
      });
    }
  });

  it('is refused when it is cut off or scrambled', async () => {
    const whole = await sharp(await scene(1200, 900))
      .jpeg()
      .toBuffer();
    const png = await scene(300, 300);
    const scrambled = Buffer.from(png);
    scrambled.fill(0xa5, 2000, 6000);
    for (const original of [
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, 200),
      png.subarray(0, png.length / 2),
      scrambled,
      await lyingHeader(500, 500),
    ]) {
      expect(await processed(original)).toMatchObject({ ready: false, reason: 'damaged' });
    }
  });

  it('is refused when only its name says that it is one', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image href="file:///etc/passwd"/></svg>',
    );
    const gif = await sharp(await scene(20, 20))
      .gif()
      .toBuffer();
    const webp = await sharp(await scene(20, 20))
      .webp()
      .toBuffer();
    const tiff = await sharp(await scene(20, 20))
      .tiff()
      .toBuffer();
    const film = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
    for (const original of [Buffer.from('just a text'), svg, gif, webp, tiff, film, Buffer.from('%PDF-1.7\n')]) {
      expect(await processed(original)).toMatchObject({ ready: false, reason: 'not_supported' });
    }
  });

  it('leaves neither objects nor work behind', async () => {
    const job = await jobOf(Buffer.concat([(await scene(300, 200)).subarray(0, 3000)]));
    expect(await pipeline.process(job)).toMatchObject({ ready: false });
    for (const name of ['w320', 'thumb', 'blur', 'manifest'] as const)
      expect(await storage.stat(job.keyFor(name))).toBeNull();
    expect(await readdir(join(folder, 'work'))).toEqual([]);
  });

  it('throws when the original is not in the store, so that the job is tried again', async () => {
    const job = await jobOf(Buffer.from('x'));
    await storage.remove(job.source);
    await expect(pipeline.process(job)).rejects.toThrow('absent');
  });
});

describe('a job that runs again', () => {
  it('answers from the manifest and writes nothing', async () => {
    const job = await jobOf(await scene(400, 300));
    const first = await pipeline.process(job);
    const frozen: Storage = { ...storage, put: () => Promise.reject(new Error('must not write')) };
    const again = createPhotoPipeline({ storage: frozen, program: join(folder, 'absent.ts') });
    expect(await again.process(job)).toEqual(first);
  });

  it('completes what was cut off, under the same keys and with the same bytes', async () => {
    const job = await jobOf(await scene(700, 500));
    let writes = 0;
    const dying: Storage = {
      ...storage,
      put: (...args) => (writes++ === 3 ? Promise.reject(new Error('power cut')) : storage.put(...args)),
    };
    await expect(createPhotoPipeline({ storage: dying }).process(job)).rejects.toThrow('power cut');
    expect(await storage.stat(job.keyFor('manifest'))).toBeNull();
    const early = await buffer((await storage.open(job.keyFor('w320')))!.stream);
    const outcome = await pipeline.process(job);
    if (!outcome.ready) throw new Error(outcome.reason);
    expect((await bytesOf(outcome.photo, 'w320')).equals(early)).toBe(true);
  });

  it('makes again what has gone missing', async () => {
    const job = await jobOf(await scene(400, 300));
    const first = await pipeline.process(job);
    await storage.remove(job.keyFor('w320'));
    expect(await pipeline.process(job)).toEqual(first);
    expect(await storage.stat(job.keyFor('w320'))).not.toBeNull();
  });

  it('and twice at once, gives the same photo', async () => {
    const job = await jobOf(await scene(400, 300));
    const [one, two] = await Promise.all([pipeline.process(job), pipeline.process(job)]);
    expect(one).toEqual(two);
  });
});
