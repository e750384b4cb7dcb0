import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOwnFolder, madeFolder, openFile, syncFolder, unlessAbsent, writeWhole } from './disk-files.ts';
import {
  type ByteRange,
  checkKey,
  type Multipart,
  parseStorageKey,
  type Storage,
  type StoredObject,
  type StoredPart,
  type TenantHolder,
  type TenantKey,
} from './storage.ts';

type MultipartFace = Pick<
  Storage,
  'createMultipart' | 'putPart' | 'listParts' | 'completeMultipart' | 'abortMultipart' | 'listMultiparts'
>;

/**
 * Transfers in parts below `<root>/parts/<tenant>/<id>`: `key` and `type` say what it becomes, `<n>.part` are its bytes.
 * `complete` first renames the folder, so that no late part can change what two completions at once, or one after
 * a crash, put together; then the folder becomes the object as it is. `pathOf` says where an object lies, `replaced`
 * takes away what lay there as one file.
 */
export function diskMultipart(
  root: string,
  {
    pathOf,
    unfinished,
    replaced,
  }: { pathOf: (key: TenantKey) => string; unfinished: () => string; replaced: (path: string) => Promise<void> },
): MultipartFace {
  const listIn = async (folder: string | null): Promise<readonly StoredPart[] | null> =>
    folder === null ? null : listPartFiles(folder);

  return {
    async createMultipart(key, { contentType }) {
      const upload: Multipart = { key: checkKey(key), id: randomBytes(16).toString('hex') };
      const folder = folderOf(root, upload);
      await madeFolder(root, join(folder, '..'));
      // Under its name only when it is whole.
      const temporary = unfinished();
      await mkdir(temporary, { mode: 0o700 });
      await writeWhole(join(temporary, 'key'), Buffer.from(key), 200);
      await writeWhole(join(temporary, 'type'), Buffer.from(contentType), 200);
      await rename(temporary, folder);
      return upload;
    },

    async putPart(upload, number, source, { maxBytes }) {
      if (!Number.isInteger(number) || number < 1 || number > 10_000) throw new RangeError('not the number of a part');
      const folder = folderOf(root, upload);
      if (!(await isOf(root, folder, upload))) return null;
      const temporary = unfinished();
      try {
        const size = await writeWhole(temporary, source, maxBytes);
        return await unlessAbsent(rename(temporary, join(folder, `${number}.part`)).then(() => ({ size })));
      } finally {
        await rm(temporary, { force: true });
      }
    },

    listParts: async (upload) => unlessAbsent(listIn(await placeOf(root, upload))),

    async completeMultipart(upload, wanted) {
      const sealed = sealedOf(root, upload);
      if (await isOf(root, folderOf(root, upload), upload)) await unlessAbsent(rename(folderOf(root, upload), sealed));
      if (!(await isOf(root, sealed, upload))) return 'absent';
      const parts = await unlessAbsent(listIn(sealed));
      if (parts === null) return 'absent';
      if (!isSame(parts, wanted)) {
        await unlessAbsent(rename(sealed, folderOf(root, upload)));
        return 'changed';
      }
      const path = pathOf(upload.key);
      await madeFolder(root, dirname(path));
      if (!(await placeJoined(sealed, path, unfinished))) return 'absent';
      await replaced(path);
      await syncFolder(dirname(path));
      return 'complete';
    },

    async abortMultipart(upload) {
      for (const folder of [folderOf(root, upload), sealedOf(root, upload)]) {
        if (!(await isOf(root, folder, upload))) continue;
        // Out of the way first: a part that comes now finds no place, instead of filling what is being emptied.
        const gone = unfinished();
        await unlessAbsent(rename(folder, gone));
        await rm(gone, { recursive: true, force: true });
      }
    },

    async listMultiparts(tenant, before) {
      const folder = tenantFolder(root, tenant);
      const names = (await isOwnFolder(root, folder)) ? await readdir(folder) : [];
      const found = await Promise.all(
        names.map(async (name): Promise<Multipart | null> => {
          const key = await unlessAbsent(readFile(join(folder, name, 'key'), 'utf8'));
          const began = await unlessAbsent(stat(join(folder, name, 'key')));
          if (key === null || began === null || began.mtime >= before) return null;
          return { key: parseStorageKey(tenant, key), id: name.replace(/-sealed$/, '') };
        }),
      );
      return found.filter((upload) => upload !== null);
    },
  };
}

const tenantFolder = (root: string, { id }: TenantHolder): string => join(root, 'parts', id);

function folderOf(root: string, { key, id }: Multipart): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new RangeError('not the id of a transfer');
  return join(tenantFolder(root, { id: checkKey(key).split('/')[0] ?? '' }), id);
}

const sealedOf = (root: string, upload: Multipart): string => `${folderOf(root, upload)}-sealed`;

/** An id alone opens nothing: the transfer must be the one of this key. */
const isOf = async (root: string, folder: string, { key }: Multipart): Promise<boolean> =>
  (await isOwnFolder(root, folder)) && (await unlessAbsent(readFile(join(folder, 'key'), 'utf8'))) === key;

async function placeOf(root: string, upload: Multipart): Promise<string | null> {
  for (const folder of [folderOf(root, upload), sealedOf(root, upload)]) {
    if (await isOf(root, folder, upload)) return folder;
  }
  return null;
}

const isSame = (parts: readonly StoredPart[], wanted: readonly StoredPart[]): boolean =>
  parts.length > 0 &&
  parts.length === wanted.length &&
  parts.every(
    ({ number, size, tag }, at) => number === wanted[at]?.number && size === wanted[at].size && tag === wanted[at].tag,
  );

const CHUNK_BYTES = 1 << 20;

/** Where an object of parts lies, beside the path that it would have as one file. */
const joinedPath = (path: string): string => `${path}.parts`;

/** The parts of a folder, ascending. */
async function listPartFiles(folder: string): Promise<readonly StoredPart[]> {
  const found = (await readdir(folder)).flatMap((name) => /^([1-9]\d{0,4})\.part$/.exec(name)?.[1] ?? []);
  const parts = await Promise.all(
    found.map(async (number): Promise<StoredPart> => {
      const { size, mtimeMs, ino } = await lstat(join(folder, `${number}.part`));
      return { number: Number(number), size, tag: `${ino}-${mtimeMs}` };
    }),
  );
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
  return {
    size,
    contentType: type,
    modifiedAt: made.mtime,
    bytes: (range = { start: 0, end: size - 1 }) => bytesOf(folder, parts, range),
  };
}

async function* bytesOf(
  folder: string,
  parts: readonly StoredPart[],
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
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
async function placeJoined(folder: string, path: string, unfinished: () => string): Promise<boolean> {
  await unlessAbsent(syncFolder(folder));
  const place = (): Promise<boolean> =>
    rename(folder, joinedPath(path)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  return place().catch(async (error: NodeJS.ErrnoException) => {
    // Another transfer became this object before.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await removeJoined(path, unfinished);
    return place();
  });
}

/** Parts are never written over, so that two objects may share them. False when there is no such object. */
export async function copyJoined(
  root: string,
  { from, to }: { from: string; to: string },
  unfinished: () => string,
): Promise<boolean> {
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
  if ((await unlessAbsent(rename(joinedPath(path), gone).then(() => true))) === null) return;
  await rm(gone, { recursive: true, force: true });
}
