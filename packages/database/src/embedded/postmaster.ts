import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Postgres that says in its folder that it runs. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Where it also listens on a Unix socket; null where it does not. */
  readonly socketFolder: string | null;
  readonly ready: boolean;
}

/**
 * The Postgres of this folder, perhaps left by a process that was killed. A pid file that names
 * another program by now (pids start again in a container) is removed, because Postgres would
 * refuse to start beside that; one whose process is gone stays, for Postgres's own checks.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!isAlive(pid)) return null;
  if (isAnotherProgram(pid, cluster)) {
    rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), socketFolder: lines[4]?.trim() || null, ready: lines[7]?.trim() === 'ready' };
}

/** Ends Postgres at once but in order (`fast`): open transactions roll back, everything committed is on disk. */
export async function stopPostmaster(pid: number, patienceMs = 30_000): Promise<void> {
  signal(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited >= patienceMs)
      throw new Error(
        `Postgres (process ${pid}) did not stop within ${patienceMs / 1000} s: look into its log, then stop it with kill -QUIT ${pid}.`,
      );
    await sleep(20);
  }
}

/** After a kill -9 of Postgres its other processes end by themselves, a moment later; a second one beside them would ruin the data. */
export async function waitUntilDeserted(cluster: string, patienceMs = 10_000): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let waited = 0; waited < patienceMs; waited += 50) {
    const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && worksIn(Number(name)) === cluster);
    if (left.length === 0) return;
    await sleep(50);
  }
  throw new Error(`Processes of an earlier Postgres still work in ${cluster}: end them, then start again.`);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** In a container whose first process reaps nobody, an ended process keeps its pid. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return true;
  }
}

/** Postgres works in its data folder, which tells its process from any other. Known on Linux only. */
function isAnotherProgram(pid: number, cluster: string): boolean {
  const folder = worksIn(pid);
  return folder !== null && folder !== cluster;
}

function worksIn(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
