import { storageKey } from '@backlot/media';
import { job } from '../../job.ts';
import { forgetLeftover, listLeftovers } from './leftover-rows.ts';

const KEEP_MS = 86_400_000;
const SLICE = 200;

/** Objects that media had before they were made anew. A day later no page that names them is open any more. */
export const removeLeftoversJob = job({
  name: 'remove-media-leftovers', schedule: '17 4 * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - KEEP_MS);
    for (;;) {
      const rows = await ctx.database.tenants.read(tenant, (db) => listLeftovers(db, before, SLICE));
      for (const { id, names, private_random: privateRandom, public_random: publicRandom } of rows) {
        for (const name of names) await ctx.storage.remove(name === 'blur' ? storageKey(tenant, 'public', publicRandom, name) : storageKey(tenant, 'private', privateRandom, name));
        await ctx.database.tenants.write(tenant, (db) => forgetLeftover(db, id));
      }
      if (rows.length < SLICE) return;
    }
  },
});
