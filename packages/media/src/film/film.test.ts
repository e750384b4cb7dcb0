import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilmJob } from './film-job.ts';
import { type FilmManifest, playlistOf } from './film-plan.ts';
import { broughtByNpm } from './film-tools.ts';
import { look, madeFilm, turnedClockwise } from '../testing/made-films.ts';
import type { Storage } from '../storage/storage.ts';
import { filmsIn, openFilmFolder, sizes } from '../testing/films.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  ({ folder, storage } = await openFilmFolder());
});
afterAll(() => rm(folder, { recursive: true }));

const { jobOf, pipelineWith, ready, bytesOf, fileOf, streamsOf } = filmsIn(() => ({ folder, storage }));

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
