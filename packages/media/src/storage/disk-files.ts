import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, realpath } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TooLargeError } from './storage.ts';

const { O_RDONLY, O_NOFOLLOW, O_CREAT, O_EXCL, O_WRONLY } = constants;

export async function madeFolder(root: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await isOwnFolder(root, folder))) throw new Error('a folder of the store leads elsewhere');
}

/** A symbolic link anywhere between the root and the file must not lead us out. */
export async function isOwnFolder(root: string, folder: string): Promise<boolean> {
  return (await unlessAbsent(realpath(folder))) === folder && folder.startsWith(root);
}

/** To write a new file whole and have it on the disk; answers its bytes. Throws when it exists. */
export async function writeWhole(path: string, source: Readable | Uint8Array, maxBytes: number): Promise<number> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  if (source instanceof Uint8Array) return writeBytes(file, source, maxBytes);
  const count = limitBytes(maxBytes);
  // `flush` syncs the file before it is closed: after a power cut the name must not point at holes.
  await pipeline(source, count, file.createWriteStream({ flush: true }));
  return count.bytes;
}

/** Three streams for what lies in memory already would cost more than the writing. */
async function writeBytes(file: FileHandle, bytes: Uint8Array, maxBytes: number): Promise<number> {
  try {
    if (bytes.length > maxBytes) throw new TooLargeError(maxBytes);
    await file.writeFile(bytes);
    await file.sync();
    return bytes.length;
  } finally {
    await file.close();
  }
}

/** To read; null for what is absent, a link or no file. */
export async function openFile(path: string): Promise<FileHandle | null> {
  const file = await unlessAbsent(open(path, O_RDONLY | O_NOFOLLOW));
  if (file === null) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** After a power cut a renamed file must be found under its name. The sizes of a photo are renamed at once. */
export const syncFolder = doneTogether(async (folder) => {
  const handle = await open(folder, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
});

export async function unlessAbsent<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // ELOOP is how O_NOFOLLOW refuses a symbolic link.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null;
    throw error;
  }
}

/** Passes bytes on until one more than `maxBytes` came, then fails with `TooLargeError`. */
function limitBytes(maxBytes: number): Transform & { readonly bytes: number } {
  let bytes = 0;
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new TooLargeError(maxBytes));
      done(null, chunk);
    },
  });
  return Object.defineProperty(transform, 'bytes', { get: () => bytes }) as Transform & { readonly bytes: number };
}

/**
 * Who asks while the same is being done waits for one time more, together with all others who ask meanwhile: what is
 * under way may have begun before what they wait for. A failure is told to those who waited for that time.
 */
export function doneTogether(work: (what: string) => Promise<void>): (what: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const begin = (what: string): Promise<void> => {
    next.delete(what);
    const done = work(what);
    const over = (): void => {
      if (running.get(what) === done) running.delete(what);
    };
    running.set(what, done);
    done.then(over, over);
    return done;
  };
  return (what) => {
    const now = running.get(what);
    if (now === undefined) return begin(what);
    const waiting =
      next.get(what) ??
      now.then(
        () => begin(what),
        () => begin(what),
      );
    next.set(what, waiting);
    return waiting;
  };
}
