import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';

export interface DrainOptions {
  /** The owner's address of a test database. */
  url: string;
  queueUrl: string;
  taskList: TaskList;
  /** Also those whose time has not come: retries and delayed jobs, each once. */
  includingFuture?: boolean;
}

/** Below the time that a hook has, so that it is told which jobs don't end. */
const DRAIN_MS = 110_000;

/**
 * Runs the waiting jobs of a test database to the end, and those they enqueue. A job that fails waits for its next try.
 * @throws what is still waiting or running after 110 s
 */
export async function drainJobs(options: DrainOptions): Promise<void> {
  const late = new AbortController();
  const drained = drain(options, late.signal);
  let isDone: boolean;
  try {
    isDone = await Promise.race([
      drained.then(() => true),
      sleep(DRAIN_MS, false, { signal: late.signal, ref: false }),
    ]);
  } finally {
    late.abort();
  }
  if (!isDone) throw new Error(`Jobs don't end: ${await describeJobs(keptPool(options.url))}`);
}

async function describeJobs(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query(
    `select t.identifier, j.attempts, j.run_at, j.updated_at, j.locked_at, j.locked_by, j.last_error, q.locked_at as queue_locked_at
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     order by j.locked_at, j.run_at limit 20`,
  );
  return JSON.stringify(rows);
}

async function drain(
  { url, queueUrl, taskList, includingFuture = false }: DrainOptions,
  late: AbortSignal,
): Promise<void> {
  const pools: string[] = [];
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id));
  const owner = keptPool(url);
  if (includingFuture)
    await owner.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
  const { rows } = await owner.query<{ now: string }>('select now()::text as now');
  const begun = rows[0]!.now;
  do {
    await runOnce({
      pgPool: keptPool(queueUrl),
      taskList,
      events,
      noHandleSignals: true,
      concurrency: 2,
      logger: new Logger(() => () => undefined),
    });
    while (!late.aborted && (await isAnyHeld(owner, pools))) await sleep(20);
  } while (!late.aborted && (await isAnyUntried(owner, Object.keys(taskList), begun)));
}

const kept = new Map<string, pg.Pool>();
const IDLE_MS = 5_000;

/** Connections that stay from one call to the next: to open one takes longer than most jobs. They leave when idle, and with their database. */
function keptPool(url: string): pg.Pool {
  const known = kept.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true });
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  kept.set(url, pool);
  return pool;
}

/** Whether a job of ours is not put away yet: workers do not wait for that. */
const isAnyHeld = (owner: pg.Pool, pools: readonly string[]): Promise<boolean> =>
  isAny(owner, 'graphile_worker._private_jobs where locked_by = any ($1)', pools);

/**
 * Whether a job is due that nobody has tried. A worker looks for its next job while its last one is being put away:
 * what waits behind that one in a named queue it does not see, and one that runs once goes home. What was put off stays
 * so, however long this takes.
 */
const isAnyUntried = (owner: pg.Pool, tasks: readonly string[], begun: string): Promise<boolean> =>
  isAny(
    owner,
    `graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where t.identifier = any ($1) and j.attempts = 0 and j.run_at <= greatest(j.updated_at, $2::timestamptz) and j.locked_at is null and q.locked_at is null`,
    tasks,
    begun,
  );

async function isAny(
  owner: pg.Pool,
  from: string,
  ...values: ReadonlyArray<string | readonly string[]>
): Promise<boolean> {
  const { rows } = await owner.query<{ is_any: boolean }>(`select exists (select 1 from ${from}) as is_any`, [
    ...values,
  ]);
  return rows[0]?.is_any === true;
}
