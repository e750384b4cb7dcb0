import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { createFilmPipeline } from './film.ts';
import { renditionsCommand } from './film-command.ts';
import { filmKeys, planRenditions } from './film-plan.ts';
import { probeFilm } from './film-probe.ts';
import { findFilmTools } from './film-tools.ts';
import { runConfinedCommand } from '../confine/confined-child.ts';
import { look, madeFilm, run } from '../testing/made-films.ts';
import { newStorageRandom, storageKey } from '../storage/storage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sounds-'));
});
afterAll(() => rm(folder, { recursive: true }));

const small = { width: 64, height: 64, rate: 10 };
const stereo = ['-ac', '2', '-strict', '-2'];

describe('the sound of a film', { timeout: 60_000 }, () => {
  it.each([
    ['mov', 'adpcm_ima_qt'],
    ['mov', 'adpcm_ima_wav'],
    ['mov', 'adpcm_ms'],
    ['mov', 'pcm_s16be'],
    ['mov', 'pcm_f64le'],
    ['mov', 'pcm_mulaw'],
    ['mov', 'mp2'],
    ['mov', 'vorbis'],
    ['mp4', 'ac3'],
    ['mp4', 'eac3'],
    ['mp4', 'libopus'],
    ['mp4', 'flac'],
    ['mp4', 'alac'],
  ])('is kept in %s as %s', async (format, sound) => {
    const place = await mkdtemp(join(folder, 'film-'));
    await writeFile(
      join(place, 'source'),
      await madeFilm(folder, { ...small, format, more: ['-c:a', sound, ...stereo] }),
    );
    const tools = await findFilmTools();
    const probed = await probeFilm(tools.ffprobe, place);
    if ('refused' in probed) throw new Error(probed.detail);
    expect(probed.film).toMatchObject({ audioStream: 1, isSoundLost: false });
    const args = renditionsCommand({
      film: probed.film,
      renditions: planRenditions(probed.film),
      sprite: null,
      mark: null,
      tools,
    });
    expect(await runConfinedCommand([tools.ffmpeg, ...args], place, { timeMs: 30_000, memoryBytes: 2 ** 31 })).toEqual({
      end: 'done',
    });
    expect(await look(join(place, 'h360'), 'stream=codec_name')).toMatchObject({
      streams: [{ codec_name: 'h264' }, { codec_name: 'aac' }],
    });
  });

  it('is lost rather than the film where it is not read here; subtitles and a cover do no harm', async () => {
    const [plain, cover, subtitles, path] = ['plain', 'cover.png', 'words.srt', 'film.mov'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    await writeFile(
      plain,
      await madeFilm(folder, {
        ...small,
        format: 'mov',
        more: ['-c:a', 'dca', '-ar', '48000', '-b:a', '768k', ...stereo],
      }),
    );
    await run(['-f', 'lavfi', '-i', 'color=size=64x64', '-frames:v', '1', cover]);
    await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nAt the kiln\n');
    await run([
      '-i',
      plain,
      '-i',
      cover,
      '-i',
      subtitles,
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-c',
      'copy',
      '-c:s',
      'mov_text',
      '-disposition:v:1',
      'attached_pic',
      '-f',
      'mp4',
      path,
    ]);
    await mkdir(join(folder, 'work'));
    const storage = await openDiskStorage({ root: join(folder, 'store') });
    const [tenant, source] = [{ id: 'abc123def456' }, newStorageRandom()];
    const job = {
      source: storageKey(tenant, 'original', source),
      keyFor: filmKeys(tenant, { private: newStorageRandom(), public: newStorageRandom() }),
    };
    await storage.put(job.source, await readFile(path), { contentType: 'application/octet-stream', maxBytes: 5e9 });
    const outcome = await createFilmPipeline({ storage, workFolder: join(folder, 'work') }).process(job);
    expect(outcome).toMatchObject({ ready: true, film: { width: 64, film: { isSoundLost: true } } });
  });

  it.each([
    ['pictures', ['-c:v', 'mpeg2video']],
    ['sound', ['-c:a', 'wmav2']],
  ])('of a film whose %s no list names is no matter: it is refused as that, not as damaged', async (_what, codec) => {
    const lavfi = (source: string): string[] => ['-f', 'lavfi', '-i', source];
    await run([
      ...lavfi('testsrc2=size=64x64:duration=1'),
      ...lavfi('sine=duration=1'),
      ...codec,
      '-f',
      'mov',
      join(folder, 'source'),
    ]);
    expect(await probeFilm((await findFilmTools()).ffprobe, folder)).toMatchObject({ refused: 'not_supported' });
  });
});
