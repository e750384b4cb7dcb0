import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFilmTools } from '../film/film-tools.ts';

/** Films for tests, made on the spot. */
export interface MadeFilm {
  readonly width?: number;
  readonly height?: number;
  readonly seconds?: number;
  readonly rate?: number;
  readonly pixels?: string;
  readonly sound?: boolean;
  /** More words for the encoder. */
  readonly more?: readonly string[];
  readonly format?: string;
  readonly filter?: string;
}

let folderNumber = 0;

/** Writes a moving test picture with a tone to a new file of the folder and answers its bytes. */
export async function madeFilm(folder: string, film: MadeFilm = {}): Promise<Buffer> {
  const {
    width = 320,
    height = 180,
    seconds = 1,
    rate = 25,
    pixels = 'yuv420p',
    sound = true,
    more = [],
    format = 'mp4',
    filter,
  } = film;
  const path = join(folder, `made-${folderNumber++}`);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${rate}:duration=${seconds}`];
  const tone = sound
    ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`, '-c:a', 'aac', '-b:a', '64k']
    : ['-an'];
  await run([
    ...picture,
    ...tone,
    ...(filter === undefined ? [] : ['-vf', filter]),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    pixels,
    ...more,
    '-f',
    format,
    path,
  ]);
  return readFile(path);
}

/** Any command of ffmpeg that writes its last word. */
export async function run(args: readonly string[]): Promise<void> {
  const { ffmpeg } = await findFilmTools();
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], { timeout: 60_000 });
}

/** What ffprobe says of a file of ours. */
export async function look(
  path: string,
  entries: string,
  more: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const { ffprobe } = await findFilmTools();
  const { stdout } = await promisify(execFile)(
    ffprobe,
    ['-v', 'error', ...more, '-show_entries', entries, '-of', 'json', path],
    { maxBuffer: 10_000_000 },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The same film as a telephone held upright writes it: a quarter turn clockwise is asked of the player. */
export function turnedClockwise(film: Buffer): Buffer {
  const turned = Buffer.from(film);
  const matrix = turned.indexOf('tkhd', 0, 'latin1') + 44;
  for (const [i, part] of [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000].entries())
    turned.writeInt32BE(part, matrix + i * 4);
  return turned;
}

/** The same film with sound of a kind that no decoder knows, as new telephones write it beside or instead of AAC. */
export function withUnknownSound(film: Buffer): Buffer {
  const changed = Buffer.from(film);
  for (const [known, unknown] of [
    ['mp4a', 'apac'],
    ['esds', 'dapa'],
  ] as const)
    changed.write(unknown, changed.indexOf(known, 0, 'latin1'), 'latin1');
  return changed;
}
