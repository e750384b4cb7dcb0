import { sql } from './sql.ts';
import type { AnyDb, SharedDb, TenantDb } from './units/face.ts';

export interface JobOptions {
  runAt?: Date;
  /** A waiting job with the same key is replaced; keys of two tenants never meet. */
  jobKey?: string;
  maxAttempts?: number;
  /** Jobs of one queue run one after another; queues of two tenants never meet. */
  queueName?: string;
  /** Lower runs first. */
  priority?: number;
}

/** Enqueues with the transaction, for its tenant: `tenantId` in the payload is written by the database. */
export async function enqueueJob(
  db: TenantDb,
  task: string,
  payload: object = {},
  options: JobOptions = {},
): Promise<void> {
  await callEnqueue(db, 'enqueue_job', task, payload, options);
}

export interface KeyedJob {
  readonly payload: object;
  readonly jobKey: string;
}

/** The same for many jobs of one kind, in one statement. */
export async function enqueueJobs(
  db: TenantDb,
  task: string,
  jobs: readonly KeyedJob[],
  { priority }: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  const keys = jobs.map(({ jobKey }) => jobKey);
  await sql`
    select shared.enqueue_job(task => ${task}, payload => j.payload::json, job_key => j.key, priority => ${priority ?? null})
    from unnest(${payloads}::text[], ${keys}::text[]) as j (payload, key)`.run(db);
}

/** `keepsTime`: one that waits under the same key, untried, is to run when it was to. */
export type PlatformJobOptions = JobOptions & { readonly keepsTime?: boolean };

/** A job of no tenant, or of one that its payload names because a shared row said so. */
export async function enqueuePlatformJob(
  db: SharedDb,
  task: string,
  payload: object = {},
  options: PlatformJobOptions = {},
): Promise<void> {
  const mode = options.keepsTime ? `, job_key_mode => 'preserve_run_at'` : '';
  await callEnqueue(db, 'enqueue_platform_job', task, payload, options, mode);
}

async function callEnqueue(
  db: AnyDb,
  name: 'enqueue_job' | 'enqueue_platform_job',
  task: string,
  payload: object,
  options: JobOptions,
  more = '',
): Promise<void> {
  await db.raw(
    `select shared.${name}(task => ?, payload => ?::json, run_at => ?, job_key => ?, max_attempts => ?, queue_name => ?, priority => ?${more})`,
    [
      task,
      JSON.stringify(payload),
      options.runAt ?? null,
      options.jobKey ?? null,
      options.maxAttempts ?? null,
      options.queueName ?? null,
      options.priority ?? null,
    ] as string[],
  );
}

export interface NewEvent {
  /** Whose stream it joins, for example `user:<id>`. */
  recipient: string;
  event: string;
  data: object;
}

/** Writes an event with the transaction; it is numbered and told once that has committed. */
export async function appendEvent(db: TenantDb, { recipient, event, data }: NewEvent): Promise<void> {
  await db.raw('select shared.append_event(?, ?, ?::jsonb)', [recipient, event, JSON.stringify(data)]);
}

export interface StreamEvent {
  seq: number;
  event: string;
  data: unknown;
  createdAt: Date;
}

/** What a recipient of this tenant missed, in order, without gaps. */
export async function listEventsAfter(
  db: TenantDb,
  recipient: string,
  afterSeq: number,
  limit = 200,
): Promise<StreamEvent[]> {
  const { rows } = await db.raw<{ rows: StreamEvent[] }>(
    'select seq, event, data, created_at as "createdAt" from shared.events_after(?, ?, ?)',
    [recipient, afterSeq, limit],
  );
  return rows;
}

/** Number of the last event in a recipient's stream; 0 before the first. */
export async function lastEventOf(db: TenantDb, recipient: string): Promise<number> {
  const { rows } = await db.raw<{ rows: Array<{ last: number }> }>('select shared.last_event(?) as last', [recipient]);
  return Number(rows[0]?.last ?? 0);
}

/** What comes to this secret path of the webhooks' is this tenant's. */
export async function registerWebhookPath(db: TenantDb, path: string): Promise<void> {
  await db.raw('select shared.register_webhook_path(?)', [path]);
}
