import { dayMs } from '@backlot/domain/formats/when';
import { job, scheduledJob } from '../../jobs/job.ts';
import { later } from '../../jobs/later.ts';
import { listUnpurged, lockForRemoval, markPurged, removeObjectsOf } from '../media/index.ts';
import { heldMedia } from './holdings.ts';

declare module '../../jobs/job.ts' {
  interface JobPayloads {
    'remove-media-bytes': { mediaId: string };
  }
}

const SLICE = 200;

/** Files that were taken out a day ago and that no post holds any more: their bytes go, in jobs of their own. */
export const purgeMediaJob = scheduledJob({
  name: 'purge-media',
  schedule: '17 4 * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    const before = new Date(now.getTime() - dayMs);
    let last = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const rows = await ctx.database.tenants.read(tenant, (db) => listUnpurged(db, before, last, SLICE));
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      last = ids.at(-1) ?? last;
      await ctx.database.tenants.write(tenant, async (db) => {
        // A post that takes one of them at this moment waits, and then finds it gone.
        await lockForRemoval(db, ids);
        const held = await heldMedia(ctx.mediaHolders, db, ids, now);
        for (const id of await markPurged(
          db,
          ids.filter((one) => !held.has(one)),
          now,
        )) {
          await later(db, 'remove-media-bytes', { mediaId: id }, { jobKey: `remove-media-bytes:${id}` });
        }
      });
    }
  },
});

/** Cut off, it runs again: removing what is gone is no error. */
export const removeBytesJob = job({
  name: 'remove-media-bytes',
  run: ({ ctx, tenant, payload }) => removeObjectsOf(ctx, tenant, payload.mediaId),
});
