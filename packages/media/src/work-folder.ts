import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives `work` an empty folder, whose name says whose it is, and removes it with all that is in it. */
export async function inFolderOfItsOwn<T>(kind: 'photo' | 'film', parent: string | undefined, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(parent ?? tmpdir(), `${kind}-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what processes left that were killed: a film's folder holds its whole original. */
export async function sweepWorkFolders(parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = /^(?:photo|film)-(\d+)-[A-Za-z0-9]{6}$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) await rm(join(parent, name), { recursive: true, force: true });
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
