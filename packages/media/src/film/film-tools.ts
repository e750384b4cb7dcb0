import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

export interface FilmTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Whether it can bring the light of HDR down to what every screen shows. */
  readonly hasToneMapping: boolean;
  /** Whether it writes WebP; without it there is no sprite. */
  readonly hasWebp: boolean;
  /** How it is told to keep the times of frames: the old word goes with version 8, the new one came with 5.1. */
  readonly timesOption: '-vsync' | '-fps_mode';
}

export interface FilmToolOptions {
  /** As configured; `FFMPEG_PATH` and `FFPROBE_PATH` of the environment unless told. */
  readonly ffmpegPath?: string | undefined;
  readonly ffprobePath?: string | undefined;
}

const require = createRequire(import.meta.url);

/**
 * The programs that films are made with: the configured ones, the system's, then those that npm brought, of 2018.
 * Throws when a configured one does not answer, or when there is none at all.
 */
export function findFilmTools(options: FilmToolOptions = {}): Promise<FilmTools> {
  const paths = [
    options.ffmpegPath ?? process.env['FFMPEG_PATH'],
    options.ffprobePath ?? process.env['FFPROBE_PATH'],
  ] as const;
  const key = JSON.stringify([...paths, process.env['PATH']]);
  const looking = found.get(key) ?? look(...paths);
  found.set(key, looking);
  // A program that is missing today may be there tomorrow.
  looking.catch(() => found.delete(key));
  return looking;
}

const found = new Map<string, Promise<FilmTools>>();

async function look(ffmpegPath: string | undefined, ffprobePath: string | undefined): Promise<FilmTools> {
  const [ffmpeg, ffprobe] = await Promise.all([find('ffmpeg', ffmpegPath), find('ffprobe', ffprobePath)]);
  const { stdout: version } = await promisify(execFile)(ffmpeg, ['-version'], { timeout: 20_000 });
  const timesOption = Number(/^ffmpeg version n?(\d+)\./.exec(version)?.[1] ?? 0) >= 6 ? '-fps_mode' : '-vsync';
  const [filters, encoders] = [await listed(ffmpeg, '-filters'), await listed(ffmpeg, '-encoders')];
  return {
    ffmpeg,
    ffprobe,
    hasToneMapping: filters.has('zscale') && filters.has('tonemap'),
    hasWebp: encoders.has('libwebp'),
    timesOption,
  };
}

async function find(name: 'ffmpeg' | 'ffprobe', configured: string | undefined): Promise<string> {
  if (configured) {
    if (await answers(configured)) return configured;
    throw new Error(`${name} is configured as ${configured}, which does not answer`);
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (isAbsolute(path) && (await isExecutable(path)) && (await answers(path))) return path;
  }
  const brought = await broughtByNpm(name);
  if (brought !== null && (await answers(brought))) return brought;
  throw new Error(`${name} is missing: install ffmpeg, or set ${name.toUpperCase()}_PATH`);
}

/** The second word of each line is a name. */
async function listed(ffmpeg: string, what: '-filters' | '-encoders'): Promise<ReadonlySet<string>> {
  const { stdout } = await promisify(execFile)(ffmpeg, ['-hide_banner', what], {
    timeout: 20_000,
    maxBuffer: 4_000_000,
  });
  return new Set(stdout.split('\n').map((line) => line.trim().split(/\s+/)[1] ?? ''));
}

/** Null where npm has none for this system: the installers' packages are optional, and theirs throw then. */
export async function broughtByNpm(name: 'ffmpeg' | 'ffprobe'): Promise<string | null> {
  try {
    const { path } = require(`@${name}-installer/${name}`) as { path: string };
    // npm runs no install scripts here, and the archive does not let everyone run the program.
    if (!(await isExecutable(path))) await chmod(path, 0o755);
    return path;
  } catch {
    return null;
  }
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const answers = (path: string): Promise<boolean> =>
  promisify(execFile)(path, ['-version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  );
