import { readdir, readFile as readFileOf, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { look, madeFilm, run, withUnknownSound } from '../testing/made-films.ts';
import { scene } from '../testing/made-photos.ts';
import type { Storage } from '../storage/storage.ts';
import { filmsIn, openFilmFolder, sizes } from '../testing/films.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  ({ folder, storage } = await openFilmFolder());
});
afterAll(() => rm(folder, { recursive: true }));

const { jobOf, pipelineWith, processed, ready, bytesOf, fileOf, streamsOf, videoOf } = filmsIn(() => ({
  folder,
  storage,
}));

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
