import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Machines may share a temporary folder, and each has processes of the same number. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const prefixOf = (kind: 'photo' | 'film' | 'programs'): string => `${kind}-${machine}-${process.pid}-`;

/** Gives `work` an empty folder, whose name says whose it is, and removes it with all that is in it. */
export async function inFolderOfItsOwn<T>(kind: 'photo' | 'film', parent: string = tmpdir(), work: (folder: string) => Promise<T>): Promise<T> {
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

/** Removes what processes left that were killed: a film's folder holds its whole original. */
export async function sweepWorkFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, owner, pid] = /^(?:photo|film|programs)-([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/.exec(name) ?? [];
    if (owner === machine && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true, force: true });
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
