import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import { Logger as WorkerLogger, run, type Runner, type RunnerOptions, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import type { Feature } from '../feature.ts';
import { filmsAtOnce, type JobDefinition, type PlatformJobDefinition } from '../job.ts';
import type { TenantRegistry } from '../tenant-registry.ts';
import { startOutboxRelay } from '@backlot/database/outbox-relay';
import { startQueueLease } from '@backlot/database/queue-lease';
import { enqueuePlatformJob } from '@backlot/database/shared-functions';

export interface JobRunner {
  isRunning(): boolean;
  /** Lets running jobs finish, then stops. */
  stop(): Promise<void>;
}

const DEFAULT_ATTEMPTS = 12;

/** Works off the queue in this process: tenants' jobs, platform jobs, schedules, the relay of events. */
export async function startJobs(options: { ctx: AppContext; registry: TenantRegistry; features: readonly Feature[]; schedules?: boolean }): Promise<JobRunner> {
  const { ctx, registry, features } = options;
  const jobs = features.flatMap((feature) => feature.jobs ?? []) as unknown as readonly JobDefinition[];
  const platformJobs = features.flatMap((feature) => feature.platformJobs ?? []);
  const lease = startQueueLease({
    connectionString: ctx.database.queueConnectionString, onError: (error) => ctx.log.error({ err: error }, 'queue lease'),
  });
  const eventsOf = (lane: JobDefinition['lane']): WorkerEvents => {
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }) => lease.hold(workerPool.id, { hasLongJobs: lane === 'films' }));
    return events;
  };
  const work = (lane: JobDefinition['lane'], more: Pick<RunnerOptions, 'concurrency' | 'crontab' | 'maxPoolSize'>): Promise<Runner> => run({
    events: eventsOf(lane), connectionString: ctx.database.queueConnectionString, pollInterval: 1_000, noHandleSignals: true, logger: workerLogger(ctx.log),
    taskList: tasksOf(ctx, registry, jobs.filter((job) => job.lane === lane), lane === undefined ? platformJobs : []), ...more,
  });
  const runners = [
    await work(undefined, { concurrency: 4, crontab: options.schedules === false ? '' : crontabOf(jobs, platformJobs) }),
    await work('films', { concurrency: filmsAtOnce, crontab: '', maxPoolSize: 3 }),
  ];
  const relay = await startOutboxRelay(ctx.database, { onError: (error) => ctx.log.error({ err: error }, 'relay') });
  let running = true;
  for (const runner of runners) runner.promise.finally(() => { running = false; }).catch(() => undefined);
  return {
    isRunning: () => running,
    async stop() {
      await relay.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      await lease.stop();
    },
  };
}

export function tasksOf(ctx: AppContext, registry: TenantRegistry, jobs: readonly JobDefinition[], platformJobs: readonly PlatformJobDefinition[]): TaskList {
  const tasks: TaskList = {};
  for (const definition of jobs) {
    tasks[definition.name] = async (payload, helpers) => {
      const { tenantId, ...own } = payload as { tenantId?: string };
      const tenant = registry.byId(tenantId ?? '') ?? (await registry.reload(), registry.byId(tenantId ?? ''));
      // A tenant that is gone has no jobs any more.
      if (tenant === null) return;
      const log = ctx.log.child({ tenant: tenant.id, job: definition.name });
      await definition.run({ ctx, tenant, payload: own, attempt: helpers.job.attempts, log, signal: helpers.abortSignal });
    };
    if (definition.schedule) tasks[everyTenant(definition.name)] = () => forEveryTenant(ctx, registry, definition);
  }
  for (const definition of platformJobs) {
    tasks[definition.name] = (payload) => definition.run({ ctx, payload: payload as Record<string, unknown>, log: ctx.log.child({ job: definition.name }) });
  }
  return tasks;
}

const everyTenant = (name: string): string => `${name}:every-tenant`;

/** A schedule's tick becomes one job a tenant, so that a slow site holds up nobody. */
async function forEveryTenant(ctx: AppContext, registry: TenantRegistry, definition: JobDefinition): Promise<void> {
  const active = registry.all().filter((tenant) => tenant.status === 'active');
  await ctx.database.shared.write(async (db) => {
    for (const tenant of active) {
      await enqueuePlatformJob(db, definition.name, { tenantId: tenant.id }, {
        jobKey: `${definition.name}:${tenant.id}`, maxAttempts: definition.maxAttempts ?? DEFAULT_ATTEMPTS,
      });
    }
  });
}

function crontabOf(jobs: readonly JobDefinition[], platformJobs: readonly PlatformJobDefinition[]): string {
  return [
    ...jobs.flatMap((job) => (job.schedule ? [`${job.schedule} ${everyTenant(job.name)} ?max=3`] : [])),
    ...platformJobs.flatMap((job) => (job.schedule ? [`${job.schedule} ${job.name} ?max=3`] : [])),
  ].join('\n');
}

function workerLogger(log: Logger): WorkerLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new WorkerLogger(() => (level, message) => log[levels[level]]({ queue: true }, message));
}
