import { purgeOutbox } from '@backlot/database/outbox-relay';
import type { PlatformJobDefinition } from '../../job.ts';

const KEEP_MS = 30 * 86_400_000;
const SLICE = 10_000;

/** A client that was away for longer reads everything anew when it comes. Events carry the database's time, not the clock's. */
export const forgetEventsJob: PlatformJobDefinition = {
  name: 'forget-events', schedule: '29 3 * * *',
  async run({ ctx }) {
    const before = new Date(Date.now() - KEEP_MS);
    while (await ctx.database.shared.write((db) => purgeOutbox(db, before, SLICE)) === SLICE) { /* the next slice */ }
  },
};
