import { findFilmTools } from '@backlot/media/film/film-tools';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/**
 * Writes a minute of moving test picture with a tone, small to process. `bytes`: filled up to that size with a box that
 * players leap over, so that it is sent in parts as a camera's film would be.
 */
export async function makeFilm(path: string, { seconds = 60, bytes = 0 } = {}): Promise<void> {
  const { ffmpeg } = await findFilmTools();
  await promisify(execFile)(ffmpeg, [
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=640x360:rate=10:duration=${seconds}`,
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
    path,
  ]);
  const film = await readFile(path);
  const free = Math.max(8, bytes - film.length);
  const box = Buffer.alloc(free);
  box.writeUInt32BE(free, 0);
  box.write('free', 4, 'latin1');
  await writeFile(path, Buffer.concat([film, box]));
}
