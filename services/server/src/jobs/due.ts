import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { isUndefinedTable } from '@backlot/database/is-undefined-table';
import { sql } from '@backlot/database/sql';
import type { AppContext } from '../context.ts';
import type { Tenant } from '../sites/tenant.ts';
import type { ScheduledJob } from './job.ts';

/**
 * Which of these jobs find work at a site now, in one statement for all of them. A site whose schema is of the version before
 * can't be asked: there it is all of them.
 */
export async function dueJobs(
  ctx: AppContext,
  tenant: Tenant,
  jobs: readonly ScheduledJob[],
): Promise<readonly ScheduledJob[]> {
  const at = { ctx, tenant, now: ctx.clock.now() };
  const asked = await Promise.all(jobs.map(async ({ isDue }) => (isDue ? await isDue(at) : true)));
  const truths = asked.filter((one) => typeof one !== 'boolean');
  if (truths.length === 0) return jobs.filter((_, place) => asked[place]);
  try {
    const { due } = await ctx.database.tenants.read(tenant, (db) =>
      sql<{ due: Array<boolean | null> }>`select array[${sql.join(truths)}]::boolean[] as due`.one(db),
    );
    const answers = due.values();
    const isDue = asked.map((one) => (typeof one === 'boolean' ? one : answers.next().value === true));
    return jobs.filter((_, place) => isDue[place]);
  } catch (error) {
    if (isUndefinedTable(error) || isUndefinedColumn(error)) return jobs;
    throw error;
  }
}
