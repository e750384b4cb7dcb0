import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** A regular file of bounded size, or null: a child could have put a link there to make us read what it may not. */
export async function readPlain(path: string, maxBytes: number): Promise<Buffer | null> {
  return withPlain(path, maxBytes, async (file, size) => {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, 0);
    if (bytesRead < size) throw new Error('a file became shorter while it was read');
    return buffer;
  });
}

/** As `readPlain`, for files that are too large for memory. The handle is good while `work` runs. */
export async function withPlain<T>(path: string, maxBytes: number, work: (file: FileHandle, size: number) => Promise<T>): Promise<T | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.nlink === 1 && stat.size <= maxBytes ? await work(file, stat.size) : null;
  } finally {
    await file.close();
  }
}
