import type { TaskList } from 'graphile-worker';
import type pg from 'pg';

export interface WaitingJob {
  readonly id: string;
  readonly name: string;
  readonly payload: { readonly tenantId?: string; readonly [field: string]: unknown };
  readonly attempts: number;
  readonly isDue: boolean;
  readonly isGivenUp: boolean;
  /** Null where it never failed. */
  readonly lastError: string | null;
}

/** Mails are not what is looked at here. */
const unread: ReadonlySet<string> = new Set(['send-mail']);

/**
 * The product's own queue, whose time is the simulator's: a job is due when as much time was made to pass as it was put off,
 * however long the simulator itself takes. Jobs run one at a time and in whatever order is wanted.
 */
export interface Queue {
  /** In the order in which they were enqueued: how far one is put back hangs on how fast the others came, which no seed repeats. */
  list(): Promise<readonly WaitingJob[]>;
  take(job: WaitingJob): Promise<void>;
  done(job: WaitingJob): Promise<void>;
  /** It failed, or whoever ran it died: it is there again, at once or after the pause of its next try. */
  again(job: WaitingJob, error: string | null): Promise<void>;
}

export function openQueue(owner: pg.Client): Queue {
  const jobs = 'graphile_worker._private_jobs';
  // Asked at each event: planned once.
  const ask = <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
    owner.query<R>({ name: `queue-${name}`, text, values });
  return {
    async list() {
      const { rows } = await ask<WaitingJob>(
        'list',
        `with gone as (
           delete from ${jobs} j using graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = any ($1))
         select j.id::text as id, t.identifier as name, j.payload, j.attempts, j.run_at <= j.updated_at + interval '1 second' as "isDue",
           j.attempts >= j.max_attempts as "isGivenUp", j.last_error as "lastError"
         from ${jobs} j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier <> all ($1) order by j.id`,
        [[...unread]],
      );
      return rows;
    },
    async take({ id }) {
      await ask(
        'take',
        `update ${jobs} set attempts = attempts + 1, locked_at = now(), locked_by = 'simulator' where id = $1`,
        [id],
      );
    },
    async done({ id }) {
      await ask('done', `delete from ${jobs} where id = $1`, [id]);
    },
    async again({ id }, error) {
      await ask(
        'again',
        `update ${jobs} set locked_at = null, locked_by = null, updated_at = now(), last_error = coalesce($2, last_error),
           run_at = case when $2 is null then run_at else now() + interval '1 second' * exp(least(attempts, 10)) end
         where id = $1`,
        [id, error],
      );
    },
  };
}

/** Runs a job as a worker does. */
export async function runTask(tasks: TaskList, job: WaitingJob): Promise<void> {
  const task = tasks[job.name];
  if (task === undefined) throw new Error(`Nobody runs ${job.name}.`);
  const helpers = { job: { id: job.id, attempts: job.attempts + 1 } };
  await task(job.payload, helpers as never);
}
