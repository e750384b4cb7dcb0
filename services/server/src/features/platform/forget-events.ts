import { purgeLevels } from '@backlot/database/levels';
import { purgeOutbox } from '@backlot/database/queue/outbox-relay';
import { purgeThrottles } from '@backlot/database/throttles';
import { dayMs } from '@backlot/domain/formats/when';
import type { PlatformJobDefinition } from '../../jobs/job.ts';

const KEEP_MS = 30 * dayMs;
const SLICE = 10_000;

/** A client that was away for longer reads everything again when it comes. Events carry the database's time, not the clock's. */
export const forgetEventsJob: PlatformJobDefinition = {
  name: 'forget-events',
  schedule: '29 3 * * *',
  async run({ ctx }) {
    const { shared } = ctx.database;
    const before = new Date(Date.now() - KEEP_MS);
    const now = ctx.clock.now();
    await inSlices((most) => shared.write((db) => purgeOutbox(db, before, most)));
    await inSlices((most) => shared.write((db) => purgeThrottles(db, now, most)));
    await inSlices((most) => shared.write((db) => purgeLevels(db, now.getTime(), most)));
  },
};

/** Each slice in a transaction of its own: whoever counts a try meanwhile waits for one of them, never for all. */
async function inSlices(purge: (most: number) => Promise<number>): Promise<void> {
  while ((await purge(SLICE)) === SLICE) {
    /* the next slice */
  }
}
