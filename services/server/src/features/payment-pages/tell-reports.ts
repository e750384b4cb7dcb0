import { scheduledJob } from '../../jobs/job.ts';
import { forgetTold, listUntold, markTold, mostReports } from './policy-report-rows.ts';

/** Room for what comes until the next run. */
const kept = mostReports / 2;
const mostAtOnce = 100;

/** Alarms whoever runs the deployment of what browsers were kept from running, once for each thing until it comes again. */
export const tellReportsJob = scheduledJob({
  name: 'tell-policy-reports',
  schedule: '*/5 * * * *',
  spreadMs: 4 * 60_000,
  async run({ ctx, tenant, log }) {
    const { tenants } = ctx.database;
    const now = ctx.clock.now();
    const untold = await tenants
      .read(tenant, (db) => listUntold(db, mostAtOnce))
      .catch((error: { code?: string }) => {
        // A site whose schema is of the version before keeps none.
        if (error.code === UNDEFINED_TABLE) return [];
        throw error;
      });
    if (untold.length === 0) return;
    for (const { directive, blocked, page, times, first_at: since } of untold)
      log.error(
        { alarm: 'policy-report', directive, blocked, page, times, since },
        'a page was kept from what it must not run',
      );
    await tenants.write(tenant, async (db) => {
      await markTold(
        db,
        untold.map(({ id }) => id),
        now,
      );
      await forgetTold(db, kept);
    });
  },
});

const UNDEFINED_TABLE = '42P01';
