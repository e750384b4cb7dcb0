import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql, table } from '@backlot/database/sql';
import { dayMs } from '@backlot/domain/formats/when';
import { scheduledJob } from '../../jobs/job.ts';
import { forgetTold, isUntold, listUntold, markTold, mostReports } from './policy-report-rows.ts';

/** Room for what comes until the next run. */
const kept = mostReports / 2;
const mostAtOnce = 100;

/** By which a card's number could be read or sent; a picture or a font that a visitor's own tools add could not. */
const isOfPayment = (directive: string): boolean =>
  /^(?:script-src|connect-src|frame-src|child-src|form-action|base-uri|default-src|worker-src)/.test(directive);

const untoldBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/** Alarms whoever runs the deployment of what browsers were kept from running, each thing once a day as long as it comes. */
export const tellReportsJob = scheduledJob({
  name: 'tell-policy-reports',
  schedule: '*/5 * * * *',
  spreadMs: 4 * 60_000,
  isDue: ({ now }) => sql`exists (select from ${table('policy_reports')} where ${isUntold(untoldBefore(now))})`,
  async run({ ctx, tenant, log }) {
    const { tenants } = ctx.database;
    const now = ctx.clock.now();
    const untold = await tenants
      .read(tenant, (db) => listUntold(db, untoldBefore(now), mostAtOnce))
      .catch((error: unknown) => {
        if (isUndefinedTable(error)) return [];
        throw error;
      });
    if (untold.length === 0) return;
    // One line for all: anybody may send reports, and many of them must not fill the log.
    const told = untold
      .filter(({ directive }) => isOfPayment(directive))
      .map(({ directive, blocked, page, times, first_at: since }) => ({ directive, blocked, page, times, since }));
    if (told.length > 0)
      log.error({ alarm: 'policy-report', reports: told }, 'pages were kept from what they must not run');
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
