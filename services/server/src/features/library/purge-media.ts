import { enqueueJob } from '@backlot/database/shared-functions';
import { dayMs } from '@backlot/domain/when';
import { job } from '../../job.ts';
import { removeObjectsOf } from '../uploads/index.ts';
import { heldMedia } from './holdings.ts';
import { listUnpurged, lockForRemoval, markPurged } from './library-rows.ts';

const SLICE = 200;
const REMOVE_BYTES = 'remove-media-bytes';

/** Files that were taken out a day ago and that no post holds any more: their bytes go, in jobs of their own. */
export const purgeMediaJob = job({
  name: 'purge-media', schedule: '17 4 * * *',
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
        const held = await heldMedia(db, ids, now);
        for (const id of await markPurged(db, ids.filter((one) => !held.has(one)), now)) {
          await enqueueJob(db, REMOVE_BYTES, { mediaId: id }, { jobKey: `${REMOVE_BYTES}:${id}` });
        }
      });
    }
  },
});

/** Cut off, it runs again: removing what is gone is no error. */
export const removeBytesJob = job<{ mediaId: string }>({
  name: REMOVE_BYTES,
  run: ({ ctx, tenant, payload }) => removeObjectsOf(ctx, tenant, payload.mediaId),
});
