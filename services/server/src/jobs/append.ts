import type { ServerEvents, StreamEvent } from '@backlot/contracts/events';
import type { TenantDb } from '@backlot/database';
import { appendEvent, appendEvents, enqueueJob, type NewEvent } from '@backlot/database/shared-functions';
import type { JobName, JobPayloads } from './job.ts';
import { withShare } from './share.ts';

/** Writes an event into a person's stream with the transaction; it is numbered and sent once that has committed. */
export const append = <E extends StreamEvent>(
  db: TenantDb,
  to: `user:${string}`,
  event: E,
  payload: ServerEvents[E],
): Promise<void> => appendEvent(db, { recipient: to, event, data: payload });

/** An event and whose stream it joins. */
export type EventToAppend = {
  [E in StreamEvent]: { readonly to: `user:${string}`; readonly event: E; readonly payload: ServerEvents[E] };
}[StreamEvent];

/** Several in their order, in one statement. */
export const appendAll = (db: TenantDb, events: readonly EventToAppend[]): Promise<void> =>
  appendEvents(db, events.map(asNew));

/** The same, and then a job. */
export const laterWith = <N extends JobName>(
  db: TenantDb,
  events: readonly EventToAppend[],
  job: N,
  payload: JobPayloads[N],
): Promise<void> => enqueueJob(db, job, payload, withShare(db, job, {}), events.map(asNew));

const asNew = ({ to, event, payload }: EventToAppend): NewEvent => ({ recipient: to, event, data: payload });
