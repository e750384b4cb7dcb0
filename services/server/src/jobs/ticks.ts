import { enqueuePlatformJob } from '@backlot/database/shared-functions';
import type { TaskList } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { TenantRegistry } from '../sites/tenant-registry.ts';
import { dueJobs } from './due.ts';
import type { Job, ScheduledJob, Unasked } from './job.ts';
import { momentOf } from './moment-of.ts';

/** Tries of a scheduled run before it is listed as failed; each waits exponentially longer. */
const SCHEDULED_ATTEMPTS = 12;
/** Behind mails and webhooks, which people wait for. */
const PRIORITY = 3;
/** Sites that are asked at once. */
const atOnce = 4;

const isScheduled = (job: Job): job is ScheduledJob => 'schedule' in job;

const bySchedule = (jobs: readonly Job[]): ReadonlyMap<string, ScheduledJob[]> =>
  Map.groupBy(jobs.filter(isScheduled), ({ schedule }) => schedule);

/** As queues take it: letters, digits, colons, hyphens and underscores. */
const tickOf = (schedule: string): string =>
  `tick:${schedule.replaceAll('*', 'x').replaceAll('/', '_').replaceAll(' ', '-').replaceAll(',', ':')}`;

/** A line for each time at which jobs of the clock run, whatever number of them. */
export const tickLines = (jobs: readonly Job[]): string[] =>
  [...bySchedule(jobs).keys()].map((schedule) => `${schedule} ${tickOf(schedule)} ?max=3`);

/** A task for each of these times, for all jobs of it and all sites. */
export const tickTasks = (ctx: AppContext, registry: TenantRegistry, jobs: readonly Job[]): TaskList => ({
  ...Object.fromEntries(
    [...bySchedule(jobs)].map(([schedule, ofSchedule]) => [tickOf(schedule), () => tick(ctx, registry, ofSchedule)]),
  ),
  // What processes of the version before left waiting: each job had a tick of its own.
  ...Object.fromEntries(
    jobs.filter(isScheduled).map((one) => [`${one.name}:every-tenant`, () => tick(ctx, registry, [one])]),
  ),
});

/** A job for each site at which one finds work, so that a slow site holds up nobody; a site that has none costs one look. */
async function tick(ctx: AppContext, registry: TenantRegistry, jobs: readonly ScheduledJob[]): Promise<void> {
  const sites = registry
    .all()
    .filter(({ status }) => status === 'active')
    .values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const tenant of sites) await enqueueDue(ctx, tenant, jobs);
    }),
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Once a day what a job says of itself is not believed; each site has another hour. */
const isOwnHour = ({ id }: Tenant, now: Date): boolean =>
  Math.floor(momentOf(id, dayMs) / hourMs) === Math.floor((now.getTime() % dayMs) / hourMs);

async function enqueueDue(ctx: AppContext, tenant: Tenant, jobs: readonly ScheduledJob[]): Promise<void> {
  const isUnasked = isOwnHour(tenant, ctx.clock.now());
  const due = isUnasked ? jobs : await askedOrAll(ctx, tenant, jobs);
  if (due.length === 0) return;
  const payload: Unasked = isUnasked ? { isUnasked } : {};
  const now = Date.now();
  await ctx.database.shared.write(async (db) => {
    for (const { name, spreadMs = 0 } of due)
      await enqueuePlatformJob(
        db,
        name,
        { tenantId: tenant.id, ...payload },
        {
          ...(spreadMs > 0 ? { runAt: new Date(now + momentOf(tenant.id, spreadMs)) } : {}),
          jobKey: `${name}:${tenant.id}`,
          keepsTime: true,
          maxAttempts: SCHEDULED_ATTEMPTS,
          priority: PRIORITY,
        },
      );
  });
}

/** A site that does not answer is left to its jobs, which are tried again. */
async function askedOrAll(
  ctx: AppContext,
  tenant: Tenant,
  jobs: readonly ScheduledJob[],
): Promise<readonly ScheduledJob[]> {
  try {
    return await dueJobs(ctx, tenant, jobs);
  } catch (error) {
    ctx.log.warn({ err: error, tenant: tenant.id }, 'a site could not be asked which jobs it has work for');
    return jobs;
  }
}
