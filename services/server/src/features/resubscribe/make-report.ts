import { DomainError, type BodyOf } from '@backlot/contracts';
import type {
  getResubscriptions as getCall,
  requestResubscriptions as requestCall,
  Resubscription,
} from '@backlot/contracts/resubscribe-offer';
import type { TenantDb } from '@backlot/database';
import { endOfDay, startOfDay } from '@backlot/domain/formats/dates';
import { dayMs } from '@backlot/domain/formats/when';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { v7 } from 'uuid';
import type { Actor } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import { job, scheduledJob } from '../../jobs/job.ts';
import { later } from '../../jobs/later.ts';
import { paginationOf } from '../../pagination.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { findPeople } from '../accounts/index.ts';
import {
  beginReport,
  findLastReport,
  findReport,
  listResubscriptionRows,
  writeReport,
  type ReportRow,
} from './report-rows.ts';

declare module '../../jobs/job.ts' {
  interface JobPayloads {
    'make-resubscription-report': { reportId: string };
  }
}

/** Who the offer brought back between two days. @throws invalid-request for days that are none or end before they start */
export async function requestReport(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  { from = null, to = null }: BodyOf<typeof requestCall>,
  now: Date,
) {
  const { timezone } = await ctx.settings.of(tenant);
  const since = from === null ? null : dayOf('from', from, timezone);
  const until = to === null ? null : endOfDay(dayOf('to', to, timezone), timezone);
  if (since !== null && until !== null && since >= until) throw wrong('to');
  const report = await ctx.database.tenants.write(tenant, async (db) => {
    const begun = await beginReport(db, {
      id: v7(),
      requested_by: actor.userId,
      from_day: from,
      to_day: to,
      since,
      until,
      created_at: now,
    });
    if (begun.isNew) await later(db, 'make-resubscription-report', { reportId: begun.report.id }, { maxAttempts: 3 });
    return begun.report;
  });
  return presentReport(report);
}

function dayOf(field: string, day: string, timeZone: string): Date {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? startOfDay(day, timeZone) : new Date(Number.NaN);
  if (Number.isNaN(start.getTime())) throw wrong(field);
  return start;
}

const wrong = (field: string): DomainError =>
  new DomainError('invalid-request', {}, { fields: [{ field, code: 'invalid-request' }] });

export const makeReportJob = job({
  name: 'make-resubscription-report',
  async run({ ctx, tenant, payload: { reportId }, attempt }) {
    try {
      await ctx.database.tenants.write(tenant, async (db) => {
        const report = await db('resubscription_reports').where({ id: reportId, state: 'working' }).forUpdate().first();
        if (report) await writeReport(db, report);
      });
    } catch (error) {
      if (attempt >= 3)
        await ctx.database.tenants.write(tenant, (db) =>
          db('resubscription_reports').where({ id: reportId, state: 'working' }).update({ state: 'failed' }),
        );
      throw error;
    }
  },
});

/** They hold who came back when; a month is long enough to read that. */
export const forgetReportsJob = scheduledJob({
  name: 'forget-resubscription-reports',
  schedule: '41 * * * *',
  async run({ ctx, tenant }) {
    const before = new Date(ctx.clock.now().getTime() - 30 * dayMs);
    await ctx.database.tenants.write(tenant, (db) =>
      db('resubscription_reports').where('created_at', '<=', before).delete(),
    );
  },
});

/** @throws not-found for an id of no report */
export async function showReport(
  ctx: AppContext,
  tenant: Tenant,
  { report_id: id, pageNum: page = 1 }: BodyOf<typeof getCall>,
) {
  const { currency } = await ctx.settings.of(tenant);
  return ctx.database.tenants.read(tenant, async (db) => {
    const report = id === undefined ? await findLastReport(db) : await findReport(db, id);
    if (report === null && id !== undefined) throw new DomainError('not-found');
    if (report === null) return null;
    return {
      report: presentReport(report),
      resubscriptionList: await resubscriptionsOf(db, report.id, {
        limit: adminListLimit,
        offset: (page - 1) * adminListLimit,
      }),
      paginationData: paginationOf(page, report.rows, adminListLimit),
      currency,
    };
  });
}

/** Rows of a report, the newest first; empty while it is made. */
export async function resubscriptionsOf(
  db: TenantDb,
  reportId: string,
  place: { limit: number; offset: number },
): Promise<Resubscription[]> {
  const rows = await listResubscriptionRows(db, reportId, place);
  const people = await findPeople(db, [...new Set(rows.map(({ user_id: userId }) => userId))]);
  return rows.map((row) => {
    const person = people.get(row.user_id);
    return {
      _id: row.intent_id,
      user: { _id: row.user_id, name: person?.name ?? '', email: person?.email ?? '' },
      date: row.happened_at.toISOString(),
      give_free_month_subscription: row.free_months,
      recurring_price: toWire(row.recurring_minor),
      first_amount: toWire(row.first_minor),
      renewals: row.renewals,
      renewal_amount: toWire(row.renewal_minor),
    };
  });
}

const presentReport = (row: ReportRow) => ({
  _id: row.id,
  state: row.state,
  from: row.from_day,
  to: row.to_day,
  requested_at: row.created_at.toISOString(),
  rows: row.rows,
  amount: toWire(row.amount_minor),
});
