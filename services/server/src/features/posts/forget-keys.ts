import { job } from '../../job.ts';
import { forgetKeys } from './idempotency-rows.ts';

const KEEP_MS = 30 * 86_400_000;

/** Nobody sends a call again a month later. */
export const forgetKeysJob = job({
  name: 'forget-idempotency-keys', schedule: '53 3 * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - KEEP_MS);
    await ctx.database.tenants.write(tenant, (db) => forgetKeys(db, before));
  },
});
