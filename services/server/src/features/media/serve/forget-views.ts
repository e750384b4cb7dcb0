import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import { dayMs } from '@backlot/domain/formats/when';
import { evidenceDays } from '@backlot/domain/money/dispute-window';
import { scheduledJob } from '../../../jobs/job.ts';
import { deleteViews } from './view-rows.ts';

/** Views a transaction. */
const SLICE = 1_000;

/** The first day that is kept, `2026-03-10`. */
const firstKept = (now: Date): string => new Date(now.getTime() - evidenceDays * dayMs).toISOString().slice(0, 10);

/** Views that are evidence about no payment any more (C12). */
export const forgetViewsJob = scheduledJob({
  name: 'forget-media-views',
  schedule: '29 3 * * *',
  isDue: ({ now }) => sql`exists (select from ${table('media_views')} where day < ${firstKept(now)}::date)`,
  async run({ ctx, tenant }) {
    const before = firstKept(ctx.clock.now());
    try {
      while ((await ctx.database.tenants.write(tenant, (db) => deleteViews(db, before, SLICE))) === SLICE);
    } catch (error) {
      if (!isUndefinedTable(error)) throw error;
    }
  },
});
