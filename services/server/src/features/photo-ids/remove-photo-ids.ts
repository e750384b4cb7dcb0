import { dayMs } from '@backlot/domain/formats/when';
import { keepDecidedDays, keepWaitingDays } from '@backlot/domain/people/photo-id';
import type { AppContext } from '../../context.ts';
import { scheduledJob } from '../../jobs/job.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { dropOldKeys, listUnremoved, markRemoved } from './photo-id-rows.ts';
import { photoIdKey } from './photo-id-key.ts';

const SLICE = 100;

/** Photo ids whose time is over: 30 days after the decision, 90 days without one. */
export const removePhotoIdsJob = scheduledJob({
  name: 'remove-photo-ids',
  schedule: '43 2 * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
    await ctx.database.tenants.write(tenant, (db) =>
      dropOldKeys(db, { decidedBefore: before(keepDecidedDays), sentBefore: before(keepWaitingDays) }),
    );
    await removeUnopenable(ctx, tenant, now);
  },
});

/** Removes from the store the documents whose key is gone. Interrupted, it is repeated by the next run. */
export async function removeUnopenable(ctx: AppContext, tenant: Tenant, now: Date): Promise<void> {
  for (;;) {
    const rows = await ctx.database.tenants.read(tenant, (db) => listUnremoved(db, SLICE));
    for (const { id, storage_random: random } of rows) {
      await ctx.storage.remove(photoIdKey(tenant, random));
      await ctx.database.tenants.write(tenant, (db) => markRemoved(db, id, now));
    }
    if (rows.length < SLICE) return;
  }
}
