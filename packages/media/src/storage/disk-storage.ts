import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, lstat, mkdir, readdir, realpath, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isOwnFolder, madeFolder, openFile, syncFolder, unlessAbsent, writeWhole } from './disk-files.ts';
import { copyJoined, diskMultipart, type JoinedObject, openJoined, removeJoined } from './disk-parts.ts';
import {
  type ByteRange,
  checkKey,
  type OpenObject,
  type PutOptions,
  type Storage,
  type StoredObject,
  type TenantKey,
} from './storage.ts';

/** Of a file that is copied: fewer and larger steps. */
const copyChunkBytes = 1 << 20;
const unfinishedIsOldAfterMs = 24 * 3600 * 1000;

/**
 * A store on a local disk. `root` is made when it is absent; nobody else may write in it.
 * An object is a file; its content type lies beside it in `<file>.type`, written first. One that came in parts is a
 * folder of them, `<file>.parts`; where both are, the file counts. Bytes pass through our server.
 */
export async function openDiskStorage(options: { root: string }): Promise<Storage> {
  await mkdir(join(options.root, 'unfinished'), { recursive: true, mode: 0o700 });
  const root = await realpath(options.root);
  await sweepUnfinished(join(root, 'unfinished'));
  const unfinished = (): string => join(root, 'unfinished', randomBytes(12).toString('hex'));

  /** Under its name only when it is whole: `write` fills the file that it is given. */
  async function place(
    key: TenantKey,
    options: Pick<PutOptions, 'contentType'>,
    write: (temporary: string) => Promise<void>,
  ): Promise<void> {
    const path = pathOf(root, key);
    await madeFolder(root, dirname(path));
    const temporary = unfinished();
    try {
      await write(temporary);
      await writeWhole(`${temporary}.type`, Buffer.from(checkedType(options)), 200);
      await rename(`${temporary}.type`, `${path}.type`);
      await rename(temporary, path);
      await removeJoined(path, unfinished);
      await syncFolder(dirname(path));
    } finally {
      for (const left of [temporary, `${temporary}.type`]) await unlessAbsent(unlink(left));
    }
  }

  async function copyParts(from: string, to: string): Promise<boolean> {
    await madeFolder(root, dirname(to));
    if (!(await copyJoined(root, { from, to }, unfinished))) return false;
    await removeFile(to);
    await syncFolder(dirname(to));
    return true;
  }

  const put: Storage['put'] = async (key, source, options) => {
    let size = 0;
    await place(key, options, async (temporary) => {
      size = await writeWhole(temporary, source, options.maxBytes);
    });
    return { size };
  };

  return {
    put,
    ...diskMultipart(root, { pathOf: (key) => pathOf(root, key), unfinished, replaced: removeFile }),
    readAddress: async () => null,
    uploadAddress: async () => null,
    partAddress: async () => null,
    origin: null,

    async open(key, range) {
      const path = pathOf(root, key);
      const file = await openPlain(root, path);
      if (file === null) return streamOfParts(await openJoined(root, path), range);
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
      if (file === null) {
        const joined = await openJoined(root, path);
        return joined && describedAs(joined);
      }
      try {
        return await describe(root, path, file);
      } finally {
        await file.close();
      }
    },

    async remove(key) {
      const path = pathOf(root, key);
      if (!(await isOwnFolder(root, dirname(path)))) return;
      await removeFile(path);
      await removeJoined(path, unfinished);
    },

    async copy(from, to) {
      const file = await openPlain(root, pathOf(root, from));
      if (file === null) return copyParts(pathOf(root, from), pathOf(root, to));
      try {
        // Files are replaced and never written over, so that two names may share one.
        await place(to, await describe(root, pathOf(root, from), file), (temporary) =>
          link(pathOf(root, from), temporary),
        );
        return true;
      } finally {
        await file.close();
      }
    },

    async copyToLocal(key, path) {
      const file = await openPlain(root, pathOf(root, key));
      const source =
        file === null
          ? (await openJoined(root, pathOf(root, key)))?.bytes()
          : file.createReadStream({ highWaterMark: copyChunkBytes });
      if (source === undefined) return false;
      await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return true;
    },
  };
}

/** Two hex digits of the random make a level of folders, so that none grows without end. */
function pathOf(root: string, key: TenantKey): string {
  const [tenant, area, random, name] = checkKey(key).split('/') as [string, string, string, string | undefined];
  return join(root, tenant, area, random.slice(0, 2), name === undefined ? random : `${random}-${name}`);
}

async function openPlain(root: string, path: string): Promise<FileHandle | null> {
  if (!(await isOwnFolder(root, dirname(path)))) return null;
  return openFile(path);
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
  if (range !== undefined) checkRange(range, size);
  return file.createReadStream(range);
}

function streamOfParts(object: JoinedObject | null, range: ByteRange | undefined): OpenObject | null {
  if (object === null) return null;
  if (range !== undefined) checkRange(range, object.size);
  return { ...describedAs(object), stream: Readable.from(object.bytes(range), { objectMode: false }) };
}

const describedAs = ({ size, contentType, modifiedAt }: StoredObject): StoredObject => ({
  size,
  contentType,
  modifiedAt,
});

function checkRange({ start, end }: ByteRange, size: number): void {
  const fits = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end < size;
  if (!fits) throw new RangeError('a range outside the object');
}

async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.type`, { force: true });
}

function checkedType({ contentType }: Pick<PutOptions, 'contentType'>): string {
  if (!/^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(contentType)) throw new RangeError('not a content type');
  return contentType;
}

/** What a crash left behind. Younger files may belong to a transfer of another process. */
async function sweepUnfinished(folder: string): Promise<void> {
  const before = Date.now() - unfinishedIsOldAfterMs;
  for (const name of await readdir(folder)) {
    const found = await unlessAbsent(lstat(join(folder, name)));
    if (found !== null && found.mtimeMs < before) await rm(join(folder, name), { recursive: true, force: true });
  }
}
