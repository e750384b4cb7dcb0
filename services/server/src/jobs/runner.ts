import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import {
  Logger as WorkerLogger,
  run,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type { AppContext } from '../context.ts';
import type { Feature } from '../feature.ts';
import { withLogFields } from '../process/log-fields.ts';
import {
  filmsAtOnce,
  photosAtOnce,
  providersAtOnce,
  reportsAtOnce,
  type Job,
  type Lane,
  type PlatformJobDefinition,
  type Work,
} from './job.ts';
import { tickLines, tickTasks } from './ticks.ts';
import type { TenantRegistry } from '../sites/tenant-registry.ts';
import { startOutboxRelay } from '@backlot/database/queue/outbox-relay';
import { startQueueLease } from '@backlot/database/queue/queue-lease';

export interface JobRunner {
  isRunning(): boolean;
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>;
}

/** Works off the queue in this process: tenants' jobs, platform jobs, schedules, the relay of events. */
export async function startJobs(options: {
  ctx: AppContext;
  registry: TenantRegistry;
  features: readonly Feature[];
  schedules?: boolean;
}): Promise<JobRunner> {
  const { ctx, registry, features } = options;
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const platformJobs = features.flatMap((feature) => feature.platformJobs ?? []);
  const lease = startQueueLease({
    connectionString: ctx.database.queueConnectionString,
    onError: (error) => ctx.log.error({ err: error }, 'queue lease'),
  });
  const eventsOf = (lane: Lane | undefined): WorkerEvents => {
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }) => lease.hold(workerPool.id, { hasLongJobs: lane === 'films' }));
    return events;
  };
  const work = (
    lane: Lane | undefined,
    more: Pick<RunnerOptions, 'concurrency' | 'crontab' | 'maxPoolSize'>,
  ): Promise<Runner> => {
    const own = jobs.filter((job) => job.lane === lane);
    return run({
      events: eventsOf(lane),
      connectionString: ctx.database.queueConnectionString,
      pollInterval: 1_000,
      noHandleSignals: true,
      logger: workerLogger(ctx.log),
      // Ticks are short, and come in time however long a lane is.
      taskList:
        lane === undefined
          ? { ...jobTasks(ctx, registry, own), ...tickTasks(ctx, registry, jobs), ...platformTasks(ctx, platformJobs) }
          : jobTasks(ctx, registry, own),
      ...more,
    });
  };
  const runners = [
    await work(undefined, {
      concurrency: 4,
      crontab: options.schedules === false ? '' : crontabOf(jobs, platformJobs),
    }),
    await work('films', { concurrency: filmsAtOnce, crontab: '', maxPoolSize: 3 }),
    await work('photos', { concurrency: photosAtOnce, crontab: '', maxPoolSize: photosAtOnce + 1 }),
    await work('providers', { concurrency: providersAtOnce, crontab: '', maxPoolSize: providersAtOnce }),
    await work('reports', { concurrency: reportsAtOnce, crontab: '', maxPoolSize: reportsAtOnce + 1 }),
  ];
  const relay = await startOutboxRelay(ctx.database, { onError: (error) => ctx.log.error({ err: error }, 'relay') });
  let running = true;
  let stopping = false;
  for (const runner of runners) {
    runner.promise
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the queue ended'))
      .finally(() => {
        running = false;
        // Without it mails and renewals would wait for the next start, and nobody would know.
        if (!stopping) throw new Error('The queue ended by itself.');
      });
  }
  return {
    isRunning: () => running,
    async stop() {
      stopping = true;
      await relay.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      await lease.stop();
    },
  };
}

/** Every task there is, whatever its lane. */
export const tasksOf = (
  ctx: AppContext,
  registry: TenantRegistry,
  jobs: readonly Job[],
  platformJobs: readonly PlatformJobDefinition[],
): TaskList => ({
  ...jobTasks(ctx, registry, jobs),
  ...tickTasks(ctx, registry, jobs),
  ...platformTasks(ctx, platformJobs),
});

function jobTasks(ctx: AppContext, registry: TenantRegistry, jobs: readonly Job[]): TaskList {
  const tasks: TaskList = {};
  for (const definition of jobs) {
    // The queue's rows are what `later` wrote, by this name.
    const run = definition.run as (work: Work<object>) => Promise<void>;
    tasks[definition.name] = async (payload, helpers) => {
      const { tenantId, ...own } = payload as { tenantId?: string };
      const id = tenantId ?? '';
      const tenant = registry.byId(id) ?? (await registry.reload(id), registry.byId(id));
      // A tenant that is gone has no jobs any more.
      if (tenant === null) return;
      const { id: jobId, attempts: attempt } = helpers.job;
      await withLogFields({ tenant: tenant.id, job: definition.name, jobId }, () =>
        run({ ctx, tenant, payload: own, attempt, log: ctx.log, signal: helpers.abortSignal }),
      );
    };
  }
  return tasks;
}

function platformTasks(ctx: AppContext, jobs: readonly PlatformJobDefinition[]): TaskList {
  const tasks: TaskList = {};
  for (const definition of jobs) {
    tasks[definition.name] = (payload, { job }) =>
      withLogFields({ job: definition.name, jobId: job.id }, () =>
        definition.run({ ctx, payload: payload as Record<string, unknown>, log: ctx.log }),
      );
  }
  return tasks;
}

function crontabOf(jobs: readonly Job[], platformJobs: readonly PlatformJobDefinition[]): string {
  return [
    ...tickLines(jobs),
    ...platformJobs.flatMap((job) => (job.schedule ? [`${job.schedule} ${job.name} ?max=3`] : [])),
  ].join('\n');
}

function workerLogger(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new WorkerLogger(() => (level, message) => log[levels[level]]({ queue: true }, message));
}
