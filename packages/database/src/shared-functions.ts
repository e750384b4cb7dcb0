import { sql, type Sql } from './sql.ts';
import type { SharedDb, TenantDb } from './units/face.ts';

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

/**
 * Enqueues with the transaction, for its tenant: `tenantId` in the payload is written by the database. `events` are appended
 * before it in the same statement.
 */
export async function enqueueJob(
  db: TenantDb,
  task: string,
  payload: object = {},
  options: JobOptions = {},
  events: readonly NewEvent[] = [],
): Promise<void> {
  const job = enqueueing('enqueue_job', task, payload, options);
  await (events.length === 0 ? job : sql`${appending(events)} union all ${job}`).prepared().runWithNext(db);
}

/** The same with a change of rows, an INSERT or UPDATE that answers nothing, in one statement. */
export async function enqueueJobWith(
  db: TenantDb,
  change: Sql,
  task: string,
  payload: object,
  options: JobOptions = {},
): Promise<void> {
  await sql`with change as (${change}) ${enqueueing('enqueue_job', task, payload, options)}`.prepared().runWithNext(db);
}

export interface KeyedJob {
  readonly payload: object;
  readonly jobKey: string;
}

/** The same for many jobs of one kind, each with a key that no other of them has, in one statement. */
export async function enqueueJobs(
  db: TenantDb,
  task: string,
  jobs: readonly KeyedJob[],
  { priority }: Pick<JobOptions, 'priority'> = {},
): Promise<void> {
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload));
  const keys = jobs.map(({ jobKey }) => jobKey);
  await sql`
    select shared.enqueue_jobs(task => ${task}, payloads => ${payloads}::json[], job_keys => ${keys}::text[],
      priority => ${priority ?? null})`.run(db);
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
  const mode = options.keepsTime ? sql`, job_key_mode => 'preserve_run_at'` : sql.empty;
  await enqueueing('enqueue_platform_job', task, payload, options, mode).prepared().run(db);
}

const functionOf = { enqueue_job: sql`shared.enqueue_job`, enqueue_platform_job: sql`shared.enqueue_platform_job` };

const enqueueing = (
  name: keyof typeof functionOf,
  task: string,
  payload: object,
  options: JobOptions,
  mode = sql.empty,
): Sql => sql`
  select ${functionOf[name]}(task => ${task}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null},
    job_key => ${options.jobKey ?? null}, max_attempts => ${options.maxAttempts ?? null},
    queue_name => ${options.queueName ?? null}, priority => ${options.priority ?? null}${mode})`;

export interface NewEvent {
  /** Whose stream it joins, for example `user:<id>`. */
  recipient: string;
  event: string;
  data: object;
}

/** Writes an event with the transaction; it is numbered and told once that has committed. */
export async function appendEvent(db: TenantDb, { recipient, event, data }: NewEvent): Promise<void> {
  await appendEvents(db, [{ recipient, event, data }]);
}

/** The same for many, in their order, in one statement. */
export async function appendEvents(db: TenantDb, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await appending(events).prepared().run(db);
}

const appending = (events: readonly NewEvent[]): Sql => {
  const recipients = events.map(({ recipient }) => recipient);
  const names = events.map(({ event }) => event);
  const data = events.map((one) => JSON.stringify(one.data));
  return sql`
    select shared.append_event(e.recipient, e.event, e.data::jsonb)
    from unnest(${recipients}::text[], ${names}::text[], ${data}::text[]) as e (recipient, event, data)`;
};

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

/** Sites that share the login of an account of the tenant's own, within a statement; 0 of an account that shares none. `account`: its id. */
export const countSitesOf = (account: Sql): Sql => sql`shared.count_sites_of(${account})`;
