import pg from 'pg';

/** Class of the advisory locks that living processes hold, one a pool of workers. */
const LEASES = 4711010;

export interface QueueLeaseOptions {
  /** Of the queue's role. */
  connectionString: string;
  onError?: (error: unknown) => void;
  /** Milliseconds between looks for jobs of the dead. */
  everyMs?: number;
  /** Milliseconds that a pool may work before its lease is expected. */
  graceMs?: number;
}

export interface QueueLease {
  /** Says that the pool of this id lives as long as this process does. `hasLongJobs`: some of its jobs take hours. */
  hold(poolId: string, options?: { readonly hasLongJobs?: boolean }): void;
  stop(): Promise<void>;
}

/**
 * Gives back at once the jobs that a killed process had taken: the queue itself would keep them locked for four hours.
 * Each process holds a lock of the session for its pool, which Postgres drops when the process dies; whose lock can be
 * had, is dead. A process that lost its connection may see a job run twice, which jobs must bear anyway.
 * And keeps jobs of hours with the process that has them: after four, the queue takes its own locks for forgotten.
 */
export function startQueueLease({
  connectionString,
  onError,
  everyMs = 3_000,
  graceMs = 3_000,
}: QueueLeaseOptions): QueueLease {
  const pools = new Set<string>();
  const longPools = new Set<string>();
  let session: { client: pg.Client; held: Set<string> } | null = null;
  let running: Promise<void> | null = null;
  let wanted = false;
  let stopped = false;

  async function connect(): Promise<NonNullable<typeof session>> {
    if (session) return session;
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 10_000,
    });
    const opened = { client, held: new Set<string>() };
    const lost = () => {
      if (session === opened) session = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    await client.connect();
    session = opened;
    return opened;
  }

  async function look(): Promise<void> {
    const { client, held } = await connect();
    const tryLock = async (poolId: string): Promise<boolean> => {
      const { rows } = await client.query<{ got: boolean }>(
        'select pg_catalog.pg_try_advisory_lock($1, pg_catalog.hashtext($2)) as got',
        [LEASES, poolId],
      );
      return rows[0]?.got === true;
    };
    for (const poolId of pools) if (!held.has(poolId) && (await tryLock(poolId))) held.add(poolId);
    for (const table of longPools.size === 0 ? [] : ['_private_jobs', '_private_job_queues']) {
      await client.query(
        `update graphile_worker.${table} set locked_at = now() where locked_by = any ($1) and locked_at < now() - interval '1 hour'`,
        [[...longPools].filter((poolId) => held.has(poolId))],
      );
    }
    const { rows } = await client.query<{ locked_by: string }>(
      `select locked_by from graphile_worker._private_jobs where locked_at < now() - $1 * interval '1 millisecond'
       union select locked_by from graphile_worker._private_job_queues where locked_at < now() - $1 * interval '1 millisecond'`,
      [graceMs],
    );
    for (const { locked_by: poolId } of rows) {
      if (pools.has(poolId) || !(await tryLock(poolId))) continue;
      await client.query('select graphile_worker.force_unlock_workers(array[$1])', [poolId]);
      await client.query('select pg_catalog.pg_advisory_unlock($1, pg_catalog.hashtext($2))', [LEASES, poolId]);
    }
  }

  function tick(): void {
    wanted = true;
    if (stopped || running) return;
    wanted = false;
    running = look()
      .catch((error: unknown) => onError?.(error))
      .finally(() => {
        running = null;
        if (wanted) tick();
      });
  }

  const timer = setInterval(tick, everyMs);
  tick();
  return {
    hold(poolId, { hasLongJobs = false } = {}) {
      pools.add(poolId);
      if (hasLongJobs) longPools.add(poolId);
      tick();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
      await session?.client.end().catch(() => {});
    },
  };
}
