import { readFile } from 'node:fs/promises';
import { withOwner } from '@backlot/database/owner';

/** Connections that are not the owner's, and the memory that each of their processes has for itself. */
export interface Backends {
  readonly connections: number;
  /** Megabytes (2^20) of all; null where the system shows another user's memory to nobody. */
  readonly privateMb: number | null;
}

export async function readBackends(url: string): Promise<Backends> {
  const pids = await withOwner(url, async (owner) => {
    const { rows } = await owner.query<{ pid: number }>(
      `select pid from pg_catalog.pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and usename <> current_user`,
    );
    return rows.map(({ pid }) => pid);
  });
  const sizes = await Promise.all(pids.map((pid) => privateMb(pid).catch(() => null)));
  return {
    connections: pids.length,
    privateMb: sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
  };
}

async function privateMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const parts = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)];
  return parts.reduce((sum, [, kb]) => sum + Number(kb), 0) / 1024;
}
