import type { TenantDb } from '@backlot/database';
import { scheduledJob } from '../../jobs/job.ts';
import { addEvent } from './subscription-rows.ts';
import { tellMembership } from './tell-membership.ts';

const SLICE = 200;

/**
 * Tells of memberships that have ended. Nobody's access waits for it: reading decides by the rule. In slices, so that
 * a day with many endings holds nothing up.
 */
export const expireMembershipsJob = scheduledJob({
  name: 'expire-memberships',
  schedule: '*/5 * * * *',
  async run({ ctx, tenant }) {
    const now = ctx.clock.now();
    while ((await ctx.database.tenants.write(tenant, (db) => expireSlice(db, now))) === SLICE) {
      /* the next slice */
    }
  },
});

async function expireSlice(db: TenantDb, now: Date): Promise<number> {
  const ended = await db('subscriptions')
    .whereNot({ status: '0' })
    .where('status_until', '<=', now)
    .orderBy('status_until')
    .limit(SLICE)
    .forUpdate()
    .skipLocked();
  for (const row of ended) {
    const [expired] = await db('subscriptions')
      .where({ id: row.id })
      .update({ status: '0', status_until: null, version: row.version + 1, updated_at: now })
      .returning('*');
    await addEvent(db, expired!, now, { kind: 'expired' });
    await tellMembership(db, expired!);
  }
  return ended.length;
}
