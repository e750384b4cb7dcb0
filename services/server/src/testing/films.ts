import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFilmTools } from '@backlot/media/film/film-tools';
import type { MediaRow } from '../features/media/index.ts';
import type { TestPerson } from './people.ts';
import type { World } from './world.ts';
import { put } from './posting.ts';

const made = new Map<number, Promise<Buffer>>();
/** A film with sound as a camera leaves it, 640 by 360; one a length for a whole file of tests. */
export function smallFilm(seconds = 2): Promise<Buffer> {
  const known = made.get(seconds) ?? makeFilm(seconds);
  made.set(seconds, known);
  return known;
}

async function makeFilm(seconds: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'film-of-test-'));
  const path = join(folder, 'film.mp4');
  const { ffmpeg } = await findFilmTools();
  try {
    await promisify(execFile)(ffmpeg, [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc2=size=640x360:rate=24:duration=${seconds}`,
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=330:duration=${seconds}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      '-metadata',
      'location=+59.33+18.07/',
      path,
    ]);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Announces a film and sends its bytes, as the page does. */
export async function uploadFilm(world: World, as: TestPerson, bytes: Buffer, name = 'film.mp4'): Promise<string> {
  const presigned = await world.call('POST /api/upload/generate_presigned_url', {
    as,
    body: { file_name: name, content_type: 'video/mp4', media_type: 'video', size: bytes.length },
  });
  if (presigned.status !== 200) throw new Error(`${presigned.status} ${presigned.text}`);
  await put(world, presigned.body.data.presigned_url, bytes, 'video/mp4');
  return presigned.body.data.media_id;
}

/** A post of these media, which may still be processed. */
export async function postOf(
  world: World,
  as: TestPerson,
  mediaIds: readonly string[],
  over: Record<string, unknown> = {},
) {
  const answer = await world.call('POST /api/blog/add-new-blog', {
    as,
    body: { description: 'A run', visibility: 'private', amount: 20, media_item: mediaIds, ...over },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data.result;
}

export const mediaRow = async (world: World, as: TestPerson, id: string): Promise<MediaRow> =>
  world.database.tenants.read(as.tenant, async (db) => (await db('media').where({ id }).first())!);

interface Get {
  as?: TestPerson;
  host?: string;
  headers?: Record<string, string>;
  method?: 'GET' | 'HEAD';
}
/** As a player of the page asks: with the page's cookie and nothing else. */
export async function fetchMedia(
  world: World,
  url: string,
  { as, host = 'luna.test', headers = {}, method = 'GET' }: Get = {},
) {
  return world.app.inject({
    method,
    url,
    remoteAddress: '203.0.113.7',
    headers: { host, ...(as ? { cookie: `session=${await world.tokenOf(as)}` } : {}), ...headers },
  });
}
