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
    const before = new Date(Date.now() - KEEP_MS);
    while ((await ctx.database.shared.write((db) => purgeOutbox(db, before, SLICE))) === SLICE) {
      /* the next slice */
    }
    await ctx.database.shared.write(async (db) => {
      await purgeThrottles(db, ctx.clock.now());
      await purgeLevels(db, ctx.clock.now().getTime());
    });
  },
};
