import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { v7 } from 'uuid';
import type { PolicyReport } from './read-reports.ts';

export interface PolicyReportRow extends PolicyReport {
  id: string;
  times: number;
  first_at: Date;
  last_at: Date;
  told_at: Date | null;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    policy_reports: TableOf<PolicyReportRow>;
  }
}

/** Different things that are kept of a site: what a stranger makes up beyond them is not. */
export const mostReports = 500;

export async function noteReport(db: TenantDb, { directive, blocked, page }: PolicyReport, now: Date): Promise<void> {
  await sql`
    insert into ${table('policy_reports')} (id, directive, blocked, page, first_at, last_at)
    select ${v7()}, ${directive}, ${blocked}, ${page}, ${now}, ${now}
    where (select count(*) from ${table('policy_reports')}) < ${mostReports}
      or exists (select 1 from ${table('policy_reports')} p
        where p.directive = ${directive} and p.blocked = ${blocked} and p.page = ${page})
    on conflict (directive, blocked, page) do update
      set times = policy_reports.times + 1, last_at = excluded.last_at`.run(db);
}

/** What was reported and the log was not told of since `before`, at most so many. */
/** Of reports: never told, or come again since and told last before `before`. */
export const isUntold = (before: Date): Sql => sql`(told_at is null or (told_at < last_at and told_at < ${before}))`;

export const listUntold = (db: TenantDb, before: Date, most: number): Promise<PolicyReportRow[]> =>
  sql<PolicyReportRow>`
    select id, directive, blocked, page, times, first_at, last_at, told_at from ${table('policy_reports')}
    where ${isUntold(before)} order by last_at limit ${most}`.all(db);

export async function markTold(db: TenantDb, ids: readonly string[], now: Date): Promise<void> {
  await db('policy_reports')
    .whereIn('id', [...ids])
    .update({ told_at: now });
}

/** What the log was told of, but for the newest: whoever makes reports up until no more are kept hides nothing for long. */
export const forgetTold = (db: TenantDb, kept: number): Promise<number> =>
  sql`
    delete from ${table('policy_reports')} where told_at is not null and id not in (
      select id from ${table('policy_reports')} order by last_at desc limit ${kept})`.run(db);
