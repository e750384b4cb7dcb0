import { sql, table } from '@backlot/database/sql';
import { dayMs } from '@backlot/domain/formats/when';
import { storageKey } from '@backlot/media';
import { scheduledJob } from '../../../jobs/job.ts';
import { forgetLeftover, listLeftovers } from './processing-rows.ts';

const KEEP_MS = dayMs;
const SLICE = 200;

/** Objects that media had before they were made again. A day later no page that names them is open any more. */
export const removeLeftoversJob = scheduledJob({
  name: 'remove-media-leftovers',
  schedule: '17 4 * * *',
  isDue: ({ now }) =>
    sql`exists (select from ${table('media_leftovers')} where left_at < ${new Date(now.getTime() - KEEP_MS)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - KEEP_MS);
    for (;;) {
      const rows = await ctx.database.tenants.read(tenant, (db) => listLeftovers(db, before, SLICE));
      for (const { id, names, private_random: privateRandom, public_random: publicRandom } of rows) {
        for (const name of names)
          await ctx.storage.remove(
            name === 'blur'
              ? storageKey(tenant, 'public', publicRandom, name)
              : storageKey(tenant, 'private', privateRandom, name),
          );
        await ctx.database.tenants.write(tenant, (db) => forgetLeftover(db, id));
      }
      if (rows.length < SLICE) return;
    }
  },
});
