import { mkdir, mkdtemp, readdir, readFile as readFileOf, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { createFilmPipeline, type FilmPipelineOptions } from './film.ts';
import type { FilmJob, FilmManifest, FilmOutcome } from './film-manifest.ts';
import { broughtByNpm } from './film-tools.ts';
import { filmKeys, playlistOf, type FilmObjectName } from './film-plan.ts';
import { look, madeFilm, run, turnedClockwise, withUnknownSound } from '../testing/made-films.ts';
import { scene } from '../testing/made-photos.ts';
import { newStorageRandom, type Storage, storageKey } from '../storage/storage.ts';

const tenant = { id: 'abc123def456' };
let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-'));
  await mkdir(join(folder, 'work'));
  storage = await openDiskStorage({ root: join(folder, 'store') });
});
afterAll(() => rm(folder, { recursive: true }));

async function jobOf(original: Buffer): Promise<FilmJob> {
  const source = storageKey(tenant, 'original', newStorageRandom());
  await storage.put(source, original, { contentType: 'application/octet-stream', maxBytes: 5e9 });
  return { source, keyFor: filmKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() }) };
}
const pipelineWith = (options: Partial<FilmPipelineOptions> = {}) =>
  createFilmPipeline({ storage, workFolder: join(folder, 'work'), ...options });
const processed = async (original: Buffer): Promise<FilmOutcome> => pipelineWith().process(await jobOf(original));
async function ready(
  job: FilmJob,
  options: Partial<FilmPipelineOptions> = {},
  onProgress?: (percent: number) => void,
): Promise<FilmManifest> {
  const outcome = await pipelineWith(options).process(job, onProgress ? { onProgress } : {});
  if (!outcome.ready) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  return outcome.film;
}
const bytesOf = async (job: FilmJob, name: FilmObjectName): Promise<Buffer> =>
  buffer((await storage.open(job.keyFor(name)))!.stream);
/** As a local file, for ffprobe. */
async function fileOf(job: FilmJob, name: FilmObjectName): Promise<string> {
  const path = join(folder, newStorageRandom());
  await writeFile(path, await bytesOf(job, name));
  return path;
}
interface Streams {
  streams: {
    codec_type: string;
    codec_name: string;
    width?: number;
    height?: number;
    pix_fmt?: string;
    [other: string]: unknown;
  }[];
  format: { duration: string; tags?: Record<string, string> };
}
const streamsOf = async (job: FilmJob, name: FilmObjectName): Promise<Streams> =>
  (await look(
    await fileOf(job, name),
    'format=duration:format_tags:stream=codec_type,codec_name,width,height,pix_fmt,sample_aspect_ratio,color_transfer,profile:stream_tags:stream_side_data',
  )) as unknown as Streams;
const videoOf = async (job: FilmJob, name: FilmObjectName) =>
  (await streamsOf(job, name)).streams.find((one) => one.codec_type === 'video')!;
const sizes = ({ film }: FilmManifest) =>
  film.renditions.map(({ name, width, height }) => `${name} ${width}x${height}`);

describe('a film from a telephone held upright', { timeout: 60_000 }, () => {
  let job: FilmJob;
  let film: FilmManifest;
  const told: number[] = [];
  beforeAll(async () => {
    const lying = await madeFilm(folder, {
      width: 960,
      height: 540,
      seconds: 9,
      rate: 24,
      more: [
        '-movflags',
        'use_metadata_tags',
        '-metadata',
        'location=+48.8583+002.2945/',
        '-metadata',
        'comment=secretplace',
        '-metadata',
        'com.apple.quicktime.make=Acme Phone',
        '-metadata',
        'creation_time=2024-05-06T07:08:09Z',
        '-metadata:s:v',
        'handler_name=Ana Example',
        '-metadata:s:a',
        'handler_name=Ana Example',
      ],
    });
    job = await jobOf(turnedClockwise(lying));
    film = await ready(job, {}, (percent) => told.push(percent));
  });

  it('stands, in qualities that are no larger than it is', () => {
    expect(film).toMatchObject({ width: 540, height: 960 });
    expect(sizes(film)).toEqual(['h360 360x640', 'h540 540x960']);
  });

  it('plays as H.264 with AAC that every telephone knows, upright in itself', async () => {
    for (const rendition of film.film.renditions) {
      const { streams } = await streamsOf(job, rendition.name);
      expect(streams).toMatchObject([
        {
          codec_type: 'video',
          codec_name: 'h264',
          width: rendition.width,
          height: rendition.height,
          pix_fmt: 'yuv420p',
          sample_aspect_ratio: '1:1',
        },
        { codec_type: 'audio', codec_name: 'aac' },
      ]);
      expect(JSON.stringify(streams)).not.toContain('rotation');
      expect(rendition.codecs).toMatch(/^avc1\.6400[0-9a-f]{2},mp4a\.40\.2$/);
      expect(rendition.bytes).toBe((await storage.stat(job.keyFor(rendition.name)))?.size);
    }
  });

  it('is cut at the same moments in every quality, each cut at a key frame', async () => {
    const cuts = await Promise.all(
      film.film.renditions.map(async ({ name, bytes, bandwidth }) => {
        const playlist = (await bytesOf(job, playlistOf(name))).toString();
        expect(playlist).toMatch(/#EXT-X-PLAYLIST-TYPE:VOD/);
        expect(playlist).toMatch(/#EXT-X-INDEPENDENT-SEGMENTS/);
        expect(playlist.trim().endsWith('#EXT-X-ENDLIST')).toBe(true);
        expect([...playlist.matchAll(/^(?!#).+$/gm)].every(([uri]) => uri === name)).toBe(true);
        const ranges = [...playlist.matchAll(/(\d+)@(\d+)/g)].map(([, length, start]) => ({
          length: Number(length),
          start: Number(start),
        }));
        expect(
          ranges.reduce((end, { start, length }) => {
            expect(start).toBe(end);
            return end + length;
          }, 0),
        ).toBe(bytes);
        const file = await bytesOf(job, name);
        for (const { start } of ranges.slice(1))
          expect(file.toString('latin1', start + 4, start + 8)).toMatch(/moof|styp|sidx/);
        const lengths = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].map(([, seconds]) => Number(seconds));
        expect(bandwidth).toBeGreaterThanOrEqual(Math.floor((ranges[1]!.length * 8) / lengths[0]!));
        const frames = (await look(await fileOf(job, name), 'packet=pts_time,flags', ['-select_streams', 'v'])) as {
          packets: { flags: string }[];
        };
        expect(frames.packets.filter(({ flags }) => flags.startsWith('K'))).toHaveLength(lengths.length);
        return lengths;
      }),
    );
    expect(cuts[0]).toEqual(cuts[1]);
    expect(cuts[0]!.map(Math.round)).toEqual([4, 4, 1]);
    expect(film.durationMs).toBe(9000);
  });

  it('is one MP4 too, for it is short, with its index first', async () => {
    const mp4 = await bytesOf(job, 'mp4');
    expect(film.film.mp4).toEqual({ width: 540, height: 960, bytes: mp4.length });
    expect(mp4.indexOf('moov', 0, 'latin1')).toBeLessThan(mp4.indexOf('mdat', 0, 'latin1'));
    expect(mp4.indexOf('moof', 0, 'latin1')).toBe(-1);
    const { streams, format } = await streamsOf(job, 'mp4');
    expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264', 'aac']);
    expect(Number(format.duration)).toBeCloseTo(9, 0);
  });

  it('loses place, camera, owner and times', async () => {
    for (const name of ['h360', 'h540', 'mp4', 'm360', 'w320', 'sprite'] as const) {
      const bytes = await bytesOf(job, name);
      for (const trace of ['48.8583', 'secretplace', 'Acme', 'Ana Example', '2024-05-06', 'location'])
        expect(bytes.includes(trace), `${name} ${trace}`).toBe(false);
    }
    const { streams, format } = await streamsOf(job, 'mp4');
    expect(JSON.stringify([streams, format.tags])).not.toMatch(/2024|creation_time|Ana/);
  });

  it("has a poster in a photo's sizes, upright, its blur alone public", async () => {
    expect(film.variants.map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual(
      expect.arrayContaining(['w320 320x569', 'w640 540x960', 'thumb 240x240', 'blur 270x480']),
    );
    for (const { name, key } of film.variants) expect(key.split('/')[1]).toBe(name === 'blur' ? 'public' : 'private');
    expect(film.thumbhash).toMatch(/^[\w+/]+=*$/);
    expect(film.dominantColor).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('has a sprite with a frame a second', async () => {
    const sprite = film.film.sprite!;
    expect(sprite).toMatchObject({ columns: 9, rows: 1, width: 90, height: 160, intervalMs: 1000 });
    expect(await sharp(await bytesOf(job, 'sprite')).metadata()).toMatchObject({
      format: 'webp',
      width: 9 * 90,
      height: 160,
    });
  });

  it('told how far it was, in whole percents that rise to a hundred', () => {
    expect(told.at(-1)).toBe(100);
    expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
    expect(told.every(Number.isInteger)).toBe(true);
  });

  it('leaves no work behind, and no note of progress', async () => {
    expect(await readdir(join(folder, 'work'))).toEqual([]);
    expect(await storage.stat(job.keyFor('progress'))).toBeNull();
  });

  it('is answered from its manifest when the job runs again', async () => {
    const frozen: Storage = { ...storage, put: () => Promise.reject(new Error('must not write')) };
    expect(await ready(job, { storage: frozen, ffmpegPath: '/absent' })).toEqual(film);
  });
});

describe('a film of another kind', { timeout: 60_000 }, () => {
  it('may have ten bits, colours that are not halved, uneven times and no sound', async () => {
    const job = await jobOf(
      await madeFilm(folder, {
        width: 320,
        height: 240,
        seconds: 2,
        rate: 50,
        pixels: 'yuv444p10le',
        sound: false,
        filter: "select='not(mod(n,7))+not(mod(n,5))'",
        more: ['-vsync', 'vfr'],
      }),
    );
    const film = await ready(job);
    expect(film).toMatchObject({ width: 320, height: 240 });
    // By the clock, not by the number of frames: a third of them is missing.
    expect(film.durationMs).toBeGreaterThan(1900);
    expect((await bytesOf(job, 'm360')).toString()).toMatch(/#EXTINF:1\.9/);
    expect(sizes(film)).toEqual(['h360 320x240']);
    expect(film.film.renditions[0]!.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
    expect((await streamsOf(job, 'h360')).streams).toMatchObject([{ pix_fmt: 'yuv420p', width: 320, height: 240 }]);
  });

  it('plays without a sound that cannot be read, and says so; one that never had any says nothing', async () => {
    const job = await jobOf(withUnknownSound(await madeFilm(folder, { width: 160, height: 120 })));
    const film = await ready(job);
    expect(film.film).toMatchObject({ isSoundLost: true });
    expect(film.film.renditions[0]!.codecs).toMatch(/^avc1\.[0-9a-f]{6}$/);
    // Kept with the film, as the next run reads it.
    expect((await ready(job)).film).toMatchObject({ isSoundLost: true });
    expect(
      (await ready(await jobOf(await madeFilm(folder, { width: 160, height: 120, sound: false })))).film,
    ).not.toHaveProperty('isSoundLost');
  });

  it('may have odd sides', async () => {
    const film = await ready(
      await jobOf(
        await madeFilm(folder, {
          width: 400,
          height: 300,
          filter: 'crop=exact=1:w=321:h=241',
          pixels: 'yuv444p',
          sound: false,
        }),
      ),
    );
    expect(film).toMatchObject({ width: 321, height: 241 });
    expect(sizes(film)).toEqual(['h360 320x240']);
  });

  it('may be HDR: its light is brought down to what every screen shows', async () => {
    const job = await jobOf(
      await madeFilm(folder, {
        width: 320,
        height: 180,
        pixels: 'yuv420p10le',
        sound: false,
        more: [
          '-color_primaries',
          'bt2020',
          '-color_trc',
          'smpte2084',
          '-colorspace',
          'bt2020nc',
          '-movflags',
          'write_colr',
        ],
      }),
    );
    await ready(job);
    expect(await videoOf(job, 'h360')).toMatchObject({ pix_fmt: 'yuv420p', color_transfer: 'bt709' });
  });

  it('may begin with sound alone', async () => {
    const [both, late] = [join(folder, 'both.mp4'), join(folder, 'late.mp4')];
    await writeFile(both, await madeFilm(folder, { width: 128, height: 96, seconds: 10 }));
    await run(['-itsoffset', '6', '-i', both, '-i', both, '-map', '0:v', '-map', '1:a', '-c', 'copy', late]);
    expect((await ready(await jobOf(await readFileOf(late)))).durationMs).toBeGreaterThan(9_000);
  });

  it('may be a row of pictures that each stand for half a minute', async () => {
    const film = await ready(
      await jobOf(await madeFilm(folder, { width: 128, height: 96, seconds: 120, rate: 1 / 30, sound: false })),
    );
    expect(film.durationMs).toBeGreaterThan(110_000);
  });

  it('may be woven of two half pictures, as from a camcorder: each frame is made one', async () => {
    // White below black: an edge that moves far from one half picture to the next.
    const woven = await madeFilm(folder, {
      width: 320,
      height: 240,
      rate: 25,
      sound: false,
      filter:
        "scale=320:240,format=yuv420p,geq=lum='if(lt(mod(X+N*24\\,320)\\,160)\\,16\\,235)':cb=128:cr=128,tinterlace=interleave_top,fieldorder=tff",
      more: ['-flags', '+ilme+ildct', '-x264-params', 'tff=1'],
    });
    const job = await jobOf(woven);
    await ready(job);
    const frame = join(folder, 'frame.png');
    await run(['-i', await fileOf(job, 'h360'), '-frames:v', '1', frame]);
    const { data, info } = await sharp(frame).greyscale().raw().toBuffer({ resolveWithObject: true });
    let combed = 0;
    for (let y = 1; y < info.height - 1; y += 1) {
      for (let x = 0; x < info.width; x += 1) {
        const [above, here, below] = [
          data[(y - 1) * info.width + x]!,
          data[y * info.width + x]!,
          data[(y + 1) * info.width + x]!,
        ];
        if (Math.abs(above - here) > 100 && Math.abs(below - here) > 100) combed += 1;
      }
    }
    expect(combed / (info.width * info.height)).toBeLessThan(0.01);
  });

  it('gets square pixels, without losing any', async () => {
    const film = await ready(
      await jobOf(await madeFilm(folder, { width: 180, height: 144, filter: 'setsar=16/11', sound: false })),
    );
    expect(film).toMatchObject({ width: 262, height: 144 });
    expect(sizes(film)).toEqual(['h360 262x144']);
  });

  it('may be QuickTime with 120 frames a second: sixty are kept', async () => {
    const job = await jobOf(await madeFilm(folder, { width: 160, height: 120, rate: 120, format: 'mov' }));
    const film = await ready(job);
    const { packets } = (await look(await fileOf(job, 'h360'), 'packet=pts_time', ['-select_streams', 'v'])) as {
      packets: unknown[];
    };
    expect(packets.length).toBeGreaterThan(55);
    expect(packets.length).toBeLessThan(66);
    expect(film.durationMs).toBeGreaterThan(950);
  });
});

describe('the ffmpeg that npm brings, of 2018', { timeout: 60_000 }, () => {
  it('makes the same of a film, upright and with sound', async ({ skip }) => {
    const [ffmpegPath, ffprobePath] = [await broughtByNpm('ffmpeg'), await broughtByNpm('ffprobe')];
    if (ffmpegPath === null || ffprobePath === null) skip('npm has none for this system');
    const job = await jobOf(turnedClockwise(await madeFilm(folder, { width: 854, height: 480, seconds: 5 })));
    const film = await ready(job, { ffmpegPath: ffmpegPath!, ffprobePath: ffprobePath! });
    expect(sizes(film)).toEqual(['h360 360x640', 'h540 480x854']);
    expect(film.film.renditions.every(({ codecs }) => /^avc1\.[0-9a-f]{6},mp4a\.40\.2$/.test(codecs))).toBe(true);
    expect(film.film).toMatchObject({ mp4: { width: 480, height: 854 }, sprite: { columns: 5, rows: 1 } });
    expect((await bytesOf(job, 'm540')).toString().match(/#EXTINF/g)).toHaveLength(2);
  });
});

describe('a file that is no film of ours', { timeout: 60_000 }, () => {
  it('that is sound alone, a picture with sound, or a single picture is refused', async () => {
    const [tone, cover, still] = [join(folder, 'tone.m4a'), join(folder, 'cover.m4a'), join(folder, 'still.mp4')];
    await writeFile(
      join(folder, 'cover.jpg'),
      await sharp(await scene(64, 64))
        .jpeg()
        .toBuffer(),
    );
    await run(['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', '-f', 'mp4', tone]);
    await run([
      '-i',
      tone,
      '-i',
      join(folder, 'cover.jpg'),
      '-map',
      '0',
      '-map',
      '1',
      '-c',
      'copy',
      '-disposition:v',
      'attached_pic',
      '-f',
      'mp4',
      cover,
    ]);
    await run(['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=1:duration=1', '-c:v', 'libx264', '-f', 'mp4', still]);
    for (const path of [tone, cover, still]) {
      expect(await processed(await readFileOf(path)), path).toMatchObject({ ready: false, reason: 'not_film' });
    }
  });

  it('is refused when it is cut off, emptied or scrambled', async () => {
    const whole = await madeFilm(folder, { more: ['-movflags', '+faststart'] });
    const indexLast = await madeFilm(folder);
    const scrambled = Buffer.from(whole);
    scrambled.fill(0x5a, scrambled.indexOf('mdat', 0, 'latin1') + 4);
    const indexGone = Buffer.from(whole);
    indexGone.write('free', indexGone.indexOf('moov', 0, 'latin1'), 'latin1');
    for (const original of [
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, 300),
      indexLast.subarray(0, indexLast.length - 100),
      scrambled,
      indexGone,
    ]) {
      expect(await processed(original)).toMatchObject({ ready: false, reason: 'damaged' });
    }
  });

  it('is no ruin because a box tells a wrong length: a film of the demo that players read is read here too', async () => {
    const wheel = await readFileOf(
      new URL('../../../../tenants/clay/content/media/wheel-turning.mp4', import.meta.url),
    );
    expect(await processed(wheel)).toMatchObject({ ready: true, film: { width: 720, height: 540, durationMs: 8000 } });
  });

  it('is refused when only its name or its first bytes say that it is one', async () => {
    const matroska = await madeFilm(folder, { format: 'matroska' });
    const list = Buffer.from('#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:9/x.ts\n#EXT-X-ENDLIST\n');
    for (const original of [matroska, list, await scene(20, 20), Buffer.from('ffconcat version 1.0\nfile x.mp4\n')]) {
      expect(await processed(original)).toMatchObject({ ready: false, reason: 'not_supported' });
    }
    const disguised = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), list]);
    expect(await processed(disguised)).toMatchObject({ ready: false, reason: 'damaged' });
  });

  it('leaves neither objects nor work behind', async () => {
    const job = await jobOf((await madeFilm(folder)).subarray(0, 900));
    expect(await pipelineWith().process(job)).toMatchObject({ ready: false });
    for (const name of ['h360', 'm360', 'w320', 'manifest'] as const)
      expect(await storage.stat(job.keyFor(name))).toBeNull();
    expect(await readdir(join(folder, 'work'))).toEqual([]);
  });

  it('throws when the original is not in the store, so that the job is tried again', async () => {
    const job = await jobOf(Buffer.from('x'));
    await storage.remove(job.source);
    await expect(pipelineWith().process(job)).rejects.toThrow('absent');
  });
});

describe('a job that was cut off', { timeout: 60_000 }, () => {
  it('goes on with the qualities that were stored, under the same keys', async () => {
    const job = await jobOf(await madeFilm(folder, { width: 1280, height: 720 }));
    // As a film of an hour: the lower qualities first, in a run of their own.
    const dying: Storage = {
      ...storage,
      put: (key, ...rest) =>
        key === job.keyFor('h720') ? Promise.reject(new Error('power cut')) : storage.put(key, ...rest),
    };
    await expect(ready(job, { storage: dying, longFilmMs: 500 })).rejects.toThrow('power cut');
    expect(await storage.stat(job.keyFor('manifest'))).toBeNull();
    const early = await bytesOf(job, 'h360');
    const written: string[] = [];
    const watched: Storage = {
      ...storage,
      put: (key, ...rest) => {
        written.push(key);
        return storage.put(key, ...rest);
      },
    };
    const film = await ready(job, { storage: watched, longFilmMs: 500 });
    expect(sizes(film)).toEqual(['h360 640x360', 'h540 960x540', 'h720 1280x720']);
    expect(written).toContain(job.keyFor('h720'));
    expect(written).not.toContain(job.keyFor('h360'));
    expect((await bytesOf(job, 'h360')).equals(early)).toBe(true);
    expect(film.film.sprite).not.toBeNull();
  });

  it('throws the reason of a signal, and what a listener of progress throws', async () => {
    const job = await jobOf(await madeFilm(folder));
    await expect(
      pipelineWith().process(job, { signal: AbortSignal.abort(new Error('the film was deleted')) }),
    ).rejects.toThrow('deleted');
    await expect(
      ready(job, {}, () => {
        throw new Error('nobody listens');
      }),
    ).rejects.toThrow('nobody listens');
    expect(await readdir(join(folder, 'work'))).toEqual([]);
  });
});
