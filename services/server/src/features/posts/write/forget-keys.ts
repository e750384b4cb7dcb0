import { sql, table } from '@backlot/database/sql';
import { dayMs } from '@backlot/domain/formats/when';
import { scheduledJob } from '../../../jobs/job.ts';
import { forgetKeys } from './idempotency-rows.ts';

const KEEP_MS = 30 * dayMs;

/** Nobody sends a call again a month later. */
export const forgetKeysJob = scheduledJob({
  name: 'forget-idempotency-keys',
  schedule: '53 3 * * *',
  isDue: ({ now }) =>
    sql`exists (select from ${table('idempotency_keys')} where created_at < ${new Date(now.getTime() - KEEP_MS)})`,
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - KEEP_MS);
    await ctx.database.tenants.write(tenant, (db) => forgetKeys(db, before));
  },
});
