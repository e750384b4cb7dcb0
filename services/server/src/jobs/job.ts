import { availableParallelism } from 'node:os';
import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';

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
 * Jobs with workers of their own, that keep nobody else's waiting. `films`: of minutes, few at a time. `reports`: of the
 * clock's, that ask providers for reports or count; a provider that hangs holds up no webhook.
 */
export type Lane = 'films' | 'reports';

/** A job that `later` enqueues. It runs at least once and must be idempotent. */
export interface JobDefinition<N extends JobName> {
  readonly name: N;
  readonly run: (work: Work<JobPayloads[N]>) => Promise<void>;
  readonly lane?: Lane;
}

/** A job that the clock enqueues, for every active tenant. It runs at least once and must be idempotent. */
export interface ScheduledJob {
  readonly name: string;
  /** `cron` of graphile-worker (UTC). */
  readonly schedule: string;
  readonly lane?: Lane;
  /** Milliseconds over which the sites' runs are spread, each at a moment of its own. Less than lies between two ticks. */
  readonly spreadMs?: number;
  readonly run: (work: Work<NoPayload>) => Promise<void>;
}

export type Job = { [N in JobName]: JobDefinition<N> }[JobName] | ScheduledJob;

/** One film keeps some processors busy. */
export const filmsAtOnce = availableParallelism() < 8 ? 1 : 2;

/** They wait for providers more than they work. */
export const reportsAtOnce = 4;

export const job = <N extends JobName>(definition: JobDefinition<N>): JobDefinition<N> => definition;

export const scheduledJob = (definition: ScheduledJob): ScheduledJob => definition;

/** A job of the platform itself, for no tenant: `schedule` only. */
export interface PlatformJobDefinition {
  readonly name: string;
  readonly schedule?: string;
  readonly run: (work: { ctx: AppContext; payload: Record<string, unknown>; log: AppContext['log'] }) => Promise<void>;
}
