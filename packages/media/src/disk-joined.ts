import { link, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOwnFolder, openFile, syncFolder, unlessAbsent } from './disk-files.ts';
import type { ByteRange, StoredObject, StoredPart } from './storage.ts';

const CHUNK_BYTES = 1 << 20;

/** Where an object of parts lies, beside the path that it would have as one file. */
export const joinedPath = (path: string): string => `${path}.parts`;

/** The parts of a folder, ascending. */
export async function listPartFiles(folder: string): Promise<readonly StoredPart[]> {
  const found = (await readdir(folder)).flatMap((name) => /^([1-9]\d{0,4})\.part$/.exec(name)?.[1] ?? []);
  const parts = await Promise.all(found.map(async (number): Promise<StoredPart> => {
    const { size, mtimeMs, ino } = await lstat(join(folder, `${number}.part`));
    return { number: Number(number), size, tag: `${ino}-${mtimeMs}` };
  }));
  return parts.sort((one, other) => one.number - other.number);
}

export interface JoinedObject extends StoredObject {
  /** All of it, or a range inside it, one buffer at a time. */
  bytes(range?: ByteRange): AsyncGenerator<Buffer>;
}

/** An object that came in parts. They stay as they came: putting gigabytes together would take minutes and twice their room. */
export async function openJoined(root: string, path: string): Promise<JoinedObject | null> {
  const folder = joinedPath(path);
  if (!(await isOwnFolder(root, folder))) return null;
  const parts = await unlessAbsent(listPartFiles(folder));
  const type = await unlessAbsent(readFile(join(folder, 'type'), 'utf8'));
  const made = await unlessAbsent(lstat(join(folder, 'key')));
  if (parts === null || type === null || made === null) return null;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return { size, contentType: type, modifiedAt: made.mtime, bytes: (range = { start: 0, end: size - 1 }) => bytesOf(folder, parts, range) };
}

async function* bytesOf(folder: string, parts: readonly StoredPart[], { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { number, size } of parts) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, size - 1)];
    at += size;
    if (from > to) continue;
    const file = await openFile(join(folder, `${number}.part`));
    if (file === null) throw Object.assign(new Error('a part is gone'), { code: 'ENOENT' });
    yield* file.createReadStream({ start: from, end: to, highWaterMark: CHUNK_BYTES });
  }
}

/**
 * Gives a folder of parts its place, at once. False when the folder is gone: somebody else has done it, or gave it up.
 * `unfinished` names a place where things go that are being removed.
 */
export async function placeJoined(folder: string, path: string, unfinished: () => string): Promise<boolean> {
  await unlessAbsent(syncFolder(folder));
  const place = (): Promise<boolean> => rename(folder, joinedPath(path)).then(() => true, (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return false;
    throw error;
  });
  return place().catch(async (error: NodeJS.ErrnoException) => {
    // Another transfer became this object before.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await removeJoined(path, unfinished);
    return place();
  });
}

/** Parts are never written over, so that two objects may share them. False when there is no such object. */
export async function copyJoined(root: string, { from, to }: { from: string; to: string }, unfinished: () => string): Promise<boolean> {
  if (!(await isOwnFolder(root, joinedPath(from)))) return false;
  const folder = unfinished();
  await mkdir(folder, { mode: 0o700 });
  try {
    for (const name of await readdir(joinedPath(from))) await link(join(joinedPath(from), name), join(folder, name));
    return await placeJoined(folder, to, unfinished);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Out of sight first: nobody finds a part of it. */
export async function removeJoined(path: string, unfinished: () => string): Promise<void> {
  const gone = unfinished();
  if (await unlessAbsent(rename(joinedPath(path), gone).then(() => true)) === null) return;
  await rm(gone, { recursive: true, force: true });
}
