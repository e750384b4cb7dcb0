import { randomBytes } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { counted } from './counted.ts';
import { checkKey, type TenantKey } from './storage-key.ts';
import type { ByteRange, OpenObject, PutOptions, Storage, StoredObject } from './storage.ts';

const { O_RDONLY, O_NOFOLLOW, O_CREAT, O_EXCL, O_WRONLY } = constants;
const unfinishedIsOldAfterMs = 24 * 3600 * 1000;

/**
 * A store on a local disk. `root` is made when it is absent; nobody else may write in it.
 * An object is a file; its content type lies beside it in `<file>.type`, written first.
 */
export async function openDiskStorage(options: { root: string }): Promise<Storage> {
  await mkdir(join(options.root, 'unfinished'), { recursive: true, mode: 0o700 });
  const root = await realpath(options.root);
  await sweepUnfinished(join(root, 'unfinished'));

  return {
    async put(key, source, put) {
      const path = pathOf(root, key);
      await madeFolder(root, dirname(path));
      const temporary = join(root, 'unfinished', randomBytes(12).toString('hex'));
      try {
        const size = await writeWhole(temporary, source, put.maxBytes);
        await writeWhole(`${temporary}.type`, Buffer.from(checkedType(put)), 200);
        await rename(`${temporary}.type`, `${path}.type`);
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return { size };
      } finally {
        await rm(temporary, { force: true });
        await rm(`${temporary}.type`, { force: true });
      }
    },

    async open(key, range) {
      const path = pathOf(root, key);
      const file = await openPlain(root, path);
      if (file === null) return null;
      try {
        const object = await describe(root, path, file);
        return { ...object, stream: streamOf(file, object.size, range) } satisfies OpenObject;
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async stat(key) {
      const path = pathOf(root, key);
      const file = await openPlain(root, path);
      if (file === null) return null;
      try {
        return await describe(root, path, file);
      } finally {
        await file.close();
      }
    },

    async remove(key) {
      const path = pathOf(root, key);
      if (!(await isOwnFolder(root, dirname(path)))) return;
      await rm(path, { force: true });
      await rm(`${path}.type`, { force: true });
    },

    async copyToLocal(key, path) {
      const file = await openPlain(root, pathOf(root, key));
      if (file === null) return false;
      await pipeline(file.createReadStream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return true;
    },
  };
}

/** Two hex digits of the random make a level of folders, so that none grows without end. */
function pathOf(root: string, key: TenantKey): string {
  const [tenant, area, random, name] = checkKey(key).split('/') as [string, string, string, string | undefined];
  return join(root, tenant, area, random.slice(0, 2), name === undefined ? random : `${random}-${name}`);
}

async function madeFolder(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isOwnFolder(root, folder))) throw new Error('a folder of the store leads elsewhere');
}

/** A symbolic link anywhere between the root and the file must not lead us out. */
async function isOwnFolder(root: string, folder: string): Promise<boolean> {
  return (await unlessAbsent(realpath(folder))) === folder && folder.startsWith(root);
}

async function openPlain(root: string, path: string): Promise<FileHandle | null> {
  if (!(await isOwnFolder(root, dirname(path)))) return null;
  const file = await unlessAbsent(open(path, O_RDONLY | O_NOFOLLOW));
  if (file === null) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

async function describe(root: string, path: string, file: FileHandle): Promise<StoredObject> {
  const { size, mtime } = await file.stat();
  const type = await openPlain(root, `${path}.type`);
  try {
    return { size, modifiedAt: mtime, contentType: (await type?.readFile('utf8')) ?? 'application/octet-stream' };
  } finally {
    await type?.close();
  }
}

function streamOf(file: FileHandle, size: number, range: ByteRange | undefined): Readable {
  if (range === undefined) return file.createReadStream();
  const { start, end } = range;
  const fits = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end < size;
  if (!fits) throw new RangeError('a range outside the object');
  return file.createReadStream({ start, end });
}

async function writeWhole(path: string, source: Readable | Uint8Array, maxBytes: number): Promise<number> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const count = counted(maxBytes);
  // Readable.from would walk a Uint8Array number by number.
  const input = source instanceof Uint8Array ? Readable.from([Buffer.from(source.buffer, source.byteOffset, source.byteLength)]) : source;
  // `flush` syncs the file before it is closed: after a power cut the name must not point at holes.
  await pipeline(input, count, file.createWriteStream({ flush: true }));
  return count.bytes;
}

function checkedType({ contentType }: PutOptions): string {
  if (!/^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(contentType)) throw new RangeError('not a content type');
  return contentType;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a crash left behind. Younger files may belong to a transfer of another process. */
async function sweepUnfinished(folder: string): Promise<void> {
  const before = Date.now() - unfinishedIsOldAfterMs;
  for (const name of await readdir(folder)) {
    const found = await unlessAbsent(lstat(join(folder, name)));
    if (found !== null && found.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}

async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // ELOOP is how O_NOFOLLOW refuses a symbolic link.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null;
    throw error;
  }
}
