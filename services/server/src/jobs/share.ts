import type { TenantDb } from '@backlot/database';
import { BoundedMemory } from '../memory/bounded-memory.ts';
import { atMost } from '../tries/at-most.ts';
import type { JobOptions } from '@backlot/database/shared-functions';
import type { JobName } from './job.ts';

/** So many jobs of a kind a site may enqueue at once, and so many more each second, before others' go first. */
const [atOnce, aSecond] = [32, 4];

interface Enqueued {
  /** Jobs beyond what the time since has allowed. */
  count: number;
  /** Milliseconds of this process's clock. */
  at: number;
}

const enqueued = new BoundedMemory<string, Enqueued>('job-shares', atMost(5_000));

/**
 * By how much the priority of `count` more jobs of a kind goes down for those that the site has enqueued in this process
 * lately: one step each time their number doubles. So whoever sends ten thousand waits for whoever sends ten, and not the
 * other way round; of one site too, as each kind counts for itself. Nobody waits while there is nothing else to do.
 */
function stepsBack(db: TenantDb, job: JobName, count: number): number {
  const key = `${db.schema} ${job}`;
  const now = performance.now();
  const before = enqueued.get(key);
  const left = before === undefined ? 0 : Math.max(0, before.count - ((now - before.at) / 1_000) * aSecond);
  enqueued.set(key, { count: left + count, at: now });
  return Math.max(0, Math.floor(Math.log2((left + count) / atOnce)) + 1);
}

/** What a site enqueues much of waits for what others enqueue little of. */
export function withShare<Options extends Pick<JobOptions, 'priority'>>(
  db: TenantDb,
  job: JobName,
  options: Options,
  count = 1,
): Options {
  const steps = stepsBack(db, job, count);
  return steps === 0 ? options : { ...options, priority: (options.priority ?? 0) + steps };
}
