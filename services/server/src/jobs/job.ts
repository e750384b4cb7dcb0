import { availableParallelism } from 'node:os';
import type { Sql } from '@backlot/database/sql';
import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';
import { dueJobs } from './due.ts';

/**
 * What each job that somebody enqueues is told, by its name. The feature that runs the job declares it beside it:
 * `declare module '../../job.ts' { interface JobPayloads { 'send-mail': SendMail } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- features fill it
export interface JobPayloads {}
export type JobName = keyof JobPayloads;
export type NoPayload = Record<string, never>;

export interface Work<P> {
  readonly ctx: AppContext;
  /** From the queue's own record, never from what the payload claims. */
  readonly tenant: Tenant;
  readonly payload: P;
  readonly attempt: number;
  readonly log: AppContext['log'];
  /** The process wants to stop. */
  readonly signal?: AbortSignal;
}

/**
 * Jobs with workers of their own, that keep nobody else's waiting. `films`: of minutes, few at a time. `photos`: of seconds, as
 * many as are uploaded. `providers`: those that a payment provider is asked in; one that hangs holds up no mail. `reports`: of
 * the clock's, that ask providers for reports or count; a provider that hangs holds up no webhook.
 */
export type Lane = 'films' | 'photos' | 'providers' | 'reports';

/** A job that `later` enqueues. It runs at least once and must be idempotent. */
export interface JobDefinition<N extends JobName> {
  readonly name: N;
  readonly run: (work: Work<JobPayloads[N]>) => Promise<void>;
  readonly lane?: Lane;
}

/** When and where a job of the clock asks whether there is work. */
export interface DueAt {
  readonly ctx: AppContext;
  readonly tenant: Tenant;
  readonly now: Date;
}

/** A job that the clock enqueues, for every active tenant that it has work at. It runs at least once and must be idempotent. */
export interface ScheduledJob {
  readonly name: string;
  /** `cron` of graphile-worker (UTC). */
  readonly schedule: string;
  readonly lane?: Lane;
  /** Milliseconds over which the sites' runs are spread, each at a moment of its own. Less than lies between two ticks. */
  readonly spreadMs?: number;
  /**
   * What is true of a site's rows where `run` finds work, by an index; or the answer itself. Asked at each tick, and again
   * before it runs. Absent: it finds some each time. Each site has an hour a day in which nothing is asked and all jobs run.
   */
  readonly isDue?: (at: DueAt) => Sql | boolean | Promise<Sql | boolean>;
  readonly run: (work: Work<NoPayload>) => Promise<void>;
}

/** What the clock tells a job in its site's own hour: to run without asking whether there is work. */
export interface Unasked {
  readonly isUnasked?: true;
}

export type Job = { [N in JobName]: JobDefinition<N> }[JobName] | ScheduledJob;

/** One film keeps some processors busy. */
export const filmsAtOnce = availableParallelism() < 8 ? 1 : 2;

/** Each keeps a processor busy for moments. */
export const photosAtOnce = Math.min(4, Math.max(2, availableParallelism() - 1));

/** They wait for providers more than they work. */
export const providersAtOnce = 6;
export const reportsAtOnce = 4;

export const job = <N extends JobName>(definition: JobDefinition<N>): JobDefinition<N> => definition;

export const scheduledJob = (definition: ScheduledJob): ScheduledJob =>
  definition.isDue === undefined
    ? definition
    : {
        ...definition,
        async run(work) {
          const { isUnasked } = work.payload as Unasked;
          if (isUnasked || (await dueJobs(work.ctx, work.tenant, [definition])).length > 0) await definition.run(work);
        },
      };

/** A job of the platform itself, for no tenant: `schedule` only. */
export interface PlatformJobDefinition {
  readonly name: string;
  readonly schedule?: string;
  readonly run: (work: { ctx: AppContext; payload: Record<string, unknown>; log: AppContext['log'] }) => Promise<void>;
}
