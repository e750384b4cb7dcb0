import { availableParallelism } from 'node:os';
import type { AppContext } from './context.ts';
import type { Tenant } from './tenant.ts';

/**
 * A job. It runs at least once and must be idempotent. The tenant comes from
 * the queue's own record, never from what the payload claims.
 */
export interface JobDefinition<P extends object = object> {
  readonly name: string;
  readonly run: (work: { ctx: AppContext; tenant: Tenant; payload: P; attempt: number; log: AppContext['log']; /** The process wants to stop. */ signal?: AbortSignal }) => Promise<void>;
  /** `films`: jobs of minutes, few at a time, that keep nobody else's waiting. */
  readonly lane?: 'films';
  /** Tries of a scheduled run before it is listed as failed, 12 by default; each waits exponentially longer. Who enqueues one job says it there. */
  readonly maxAttempts?: number;
  /** `cron` of graphile-worker (UTC): the job then runs for every active tenant. */
  readonly schedule?: string;
}

/** One film keeps some processors busy. */
export const filmsAtOnce = availableParallelism() < 8 ? 1 : 2;

export const job = <P extends object>(definition: JobDefinition<P>): JobDefinition<P> => definition;

/** A job of the platform itself, for no tenant: `schedule` only. */
export interface PlatformJobDefinition {
  readonly name: string;
  readonly schedule?: string;
  readonly run: (work: { ctx: AppContext; payload: Record<string, unknown>; log: AppContext['log'] }) => Promise<void>;
}
