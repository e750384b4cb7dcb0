import { Logger, runOnce, type TaskList } from 'graphile-worker';
import { withOwner } from '../owner.ts';

export interface DrainOptions {
  /** The owner's address of a test database. */
  url: string;
  queueUrl: string;
  taskList: TaskList;
  /** Also those whose time has not come: retries and delayed jobs, each once. */
  includingFuture?: boolean;
}

/** Runs the waiting jobs of a test database to the end, and those they enqueue. A job that fails waits for its next try. */
export async function drainJobs({ url, queueUrl, taskList, includingFuture = false }: DrainOptions): Promise<void> {
  if (includingFuture)
    await withOwner(url, (owner) =>
      owner.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()'),
    );
  await runOnce({
    connectionString: queueUrl,
    taskList,
    noHandleSignals: true,
    concurrency: 2,
    logger: new Logger(() => () => undefined),
  });
}
