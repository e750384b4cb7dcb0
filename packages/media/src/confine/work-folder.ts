import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, constants, createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, open, type FileHandle } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Machines may share a temporary folder, and each has processes of the same number. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const prefixOf = (kind: 'photo' | 'film' | 'programs'): string => `${kind}-${machine}-${process.pid}-`;

/** Gives `work` an empty folder, whose name says whose it is, and removes it with all that is in it. */
export async function inFolderOfItsOwn<T>(
  kind: 'photo' | 'film',
  parent: string = tmpdir(),
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await sweptOnce(parent);
  const folder = await mkdtemp(join(parent, prefixOf(kind)));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let programs: string | undefined;

/** A folder that lives as long as this process. */
export function programsFolder(): string {
  if (programs !== undefined) return programs;
  const folder = mkdtempSync(join(tmpdir(), prefixOf('programs')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return (programs = folder);
}

const swept = new Map<string, Promise<void>>();

function sweptOnce(parent: string): Promise<void> {
  const sweeping = swept.get(parent) ?? sweepWorkFolders(parent);
  swept.set(parent, sweeping);
  return sweeping;
}

/**
 * Removes what processes left that were killed: a film's folder holds its whole original. What cannot be removed, as
 * another user's folder in a temporary folder that all share, is left to its owner; the work at hand goes on.
 */
export async function sweepWorkFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch((): string[] => [])) {
    const [, owner, pid] = /^(?:photo|film|programs)-([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/.exec(name) ?? [];
    if (owner === machine && !isAlive(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A regular file of bounded size, or null: a child could have put a link there to make us read what it may not. */
export async function readPlain(path: string, maxBytes: number): Promise<Buffer | null> {
  return withPlain(path, maxBytes, async (file, size) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, 0);
    if (bytesRead < size) throw new Error('a file became shorter while it was read');
    return buffer;
  });
}

/** As `readPlain`, for files that are too large for memory. The handle is good while `work` runs. */
export async function withPlain<T>(
  path: string,
  maxBytes: number,
  work: (file: FileHandle, size: number) => Promise<T>,
): Promise<T | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.nlink === 1 && stat.size <= maxBytes ? await work(file, stat.size) : null;
  } finally {
    await file.close();
  }
}

export interface DigestOption {
  /** Told the SHA-256 (hex) of the original before anything is made of it; for one that came past us, in parts or to a store of its own. */
  readonly onDigest?: (sha256: string) => Promise<unknown>;
}

/** SHA-256 (hex) of a local file. */
export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** As `Promise.all`, but when one fails the others have ended too: nobody writes any more, and the folder of the job may go. */
export async function allEnded<const T extends readonly Promise<unknown>[]>(
  works: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
