import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Postgres that says in its folder that it runs. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/**
 * The Postgres of this folder, perhaps left by a process that was killed. A pid file whose
 * process is gone, or is another program by now (pids start again in a container), is removed:
 * Postgres itself would refuse to start beside the latter.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!isAlive(pid) || isAnotherProgram(pid, cluster)) {
    rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Ends Postgres at once but in order (`fast`): open transactions roll back, everything committed is on disk. */
export async function stopPostmaster(pid: number, patienceMs = 30_000): Promise<void> {
  signal(pid, 'SIGINT');
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited >= patienceMs) throw new Error(`Postgres (process ${pid}) did not stop within ${patienceMs / 1000} s: look into its log, then stop it with kill -QUIT ${pid}.`);
    await sleep(20);
  }
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
  if (process.platform !== 'linux') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== cluster;
  } catch {
    return false;
  }
}
