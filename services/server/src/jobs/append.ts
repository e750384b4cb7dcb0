import type { ServerEvents, StreamEvent } from '@backlot/contracts/events';
import type { TenantDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';

/** Writes an event into a person's stream with the transaction; it is numbered and sent once that has committed. */
export const append = <E extends StreamEvent>(
  db: TenantDb,
  to: `user:${string}`,
  event: E,
  payload: ServerEvents[E],
): Promise<void> => appendEvent(db, { recipient: to, event, data: payload });
