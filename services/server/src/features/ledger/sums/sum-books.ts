import { sql, table } from '@backlot/database/sql';
import type { AppContext } from '../../../context.ts';
import { scheduledJob } from '../../../jobs/job.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { sumSlice } from './sum-rows.ts';

const SLICE = 2_000;

export const sumBooksJob = scheduledJob({
  name: 'sum-books',
  schedule: '*/5 * * * *',
  spreadMs: 240_000,
  isDue: () => sql`exists (select from ${table('ledger_unsummed')})`,
  run: ({ ctx, tenant }) => sumBooks(ctx, tenant),
});

/**
 * Adds to the sums of the books what was booked since. In slices, so that readers see a short rest and no statement is
 * long; what is booked meanwhile waits for none of it.
 */
export async function sumBooks(ctx: AppContext, tenant: Tenant): Promise<void> {
  while ((await ctx.database.tenants.write(tenant, (db) => sumSlice(db, SLICE))) === SLICE) {
    /* the next slice */
  }
}
