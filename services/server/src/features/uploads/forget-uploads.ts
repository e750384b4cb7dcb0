import { storageKey } from '@backlot/media';
import { job } from '../../job.ts';
import { deleteAbandoned } from './media-rows.ts';

const DAY_MS = 86_400_000;

/** Files that were announced and never came; of a line that broke there may be bytes. */
export const forgetUploadsJob = job({
  name: 'forget-uploads', schedule: '41 3 * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - DAY_MS);
    const gone = await ctx.database.tenants.write(tenant, (db) => deleteAbandoned(db, before));
    for (const { original_random: random } of gone) await ctx.storage.remove(storageKey(tenant, 'original', random));
  },
});
