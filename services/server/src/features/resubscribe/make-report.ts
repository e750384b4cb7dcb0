import { DomainError, type BodyOf } from '@backlot/contracts';
import type {
  getResubscriptions as getCall,
  requestResubscriptions as requestCall,
  Resubscription,
} from '@backlot/contracts/resubscribe-offer';
import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
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
  findReportedOffer,
  listReportedOffers,
  listResubscriptionRows,
  listRowsOfOffer,
  sumOtherRenewals,
  sumReport,
  writeReport,
  type OfferTerms,
  type ReportedOffer,
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
  isDue: ({ now }) =>
    sql`exists (select from ${table('resubscription_reports')} where created_at <= ${new Date(now.getTime() - 30 * dayMs)})`,
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
  { report_id: id, offer: offerId, pageNum: page = 1 }: BodyOf<typeof getCall>,
) {
  const { currency } = await ctx.settings.of(tenant);
  const offer = offerId === undefined ? null : termsOf(offerId, currency);
  return ctx.database.tenants.read(tenant, async (db) => {
    const report = id === undefined ? await findLastReport(db) : await findReport(db, id);
    if (report === null && id !== undefined) throw new DomainError('not-found');
    if (report === null) return null;
    const listed = await listReportedOffers(db, report.id, currency);
    const isListed = offer === null || listed.some((other) => idOf(other, currency) === idOf(offer, currency));
    const another = isListed ? null : await findReportedOffer(db, report.id, offer, currency);
    const offers = another === null ? listed : [...listed, another];
    const one = offer && offers.find((other) => idOf(other, currency) === idOf(offer, currency));
    const otherwise = await sumOtherRenewals(db, report.id, currency);
    const place = { limit: adminListLimit, offset: (page - 1) * adminListLimit };
    return {
      report: { ...presentReport(report), ...presentSums(await sumReport(db, report.id, currency), currency) },
      offers: offers.map((one) => ({
        ...presentOffer(one, currency),
        ...othersOf(
          otherwise
            .filter((other) => idOf(other, currency) === idOf(one, currency))
            .map(({ paidIn, minor }) => [paidIn, minor]),
        ),
      })),
      resubscriptionList: await resubscriptionsOf(db, { reportId: report.id, offer, currency }, place),
      paginationData: paginationOf(page, offer === null ? report.rows : (one?.rows ?? 0), adminListLimit),
      currency,
    };
  });
}

/** Names an offer of a report by its terms: `2-750` is two free months, then 7.50; -1 is for ever. `2-750-EUR` where it is not the site's currency. */
const idOf = ({ free_months: months, recurring_minor: minor, currency }: OfferTerms, ofSite: string): string =>
  `${months}-${minor}${currency === ofSite ? '' : `-${currency}`}`;

/** In minor units; the site's in `amount`. */
function presentSums(sums: readonly { readonly currency: string; readonly minor: number }[], currency: string) {
  const others = sums.filter((one) => one.currency !== currency);
  return {
    amount: toWire(sums.find((one) => one.currency === currency)?.minor ?? 0),
    ...othersOf(others.map((one) => [one.currency, one.minor])),
  };
}

/** Of currencies in which nothing stayed nothing is told. */
function othersOf(sums: ReadonlyArray<readonly [currency: string, minor: number]>) {
  const others = sums.filter(([, minor]) => minor !== 0);
  return others.length === 0
    ? {}
    : { other_amounts: others.map(([currency, minor]) => ({ currency, amount: toWire(minor) })) };
}

/** @throws invalid-request for what names no terms */
export function termsOf(offer: string, ofSite: string): OfferTerms {
  const [, months, minor, currency = ofSite] = /^(-1|\d{1,3})-(\d{1,12})(?:-([A-Z]{3}))?$/.exec(offer) ?? [];
  if (minor === undefined) throw wrong('offer');
  return { free_months: Number(months), recurring_minor: Number(minor), currency };
}

const presentOffer = ({ rows, minor, ...terms }: ReportedOffer, currency: string) => ({
  _id: idOf(terms, currency),
  give_free_month_subscription: terms.free_months,
  recurring_price: toWire(terms.recurring_minor),
  rows,
  amount: toWire(minor),
  ...(terms.currency === currency ? {} : { currency: terms.currency }),
});

/** Rows of a report, the newest first, with their currency where it is not the site's, or those of one offer; empty while it is made. Not within a transaction. */
export async function resubscriptionsOf(
  db: TenantDb,
  {
    reportId,
    offer,
    currency,
  }: { readonly reportId: string; readonly offer: OfferTerms | null; readonly currency: string },
  place: { limit: number; offset: number },
): Promise<Resubscription[]> {
  const rows =
    offer === null
      ? await listResubscriptionRows(db, reportId, place)
      : await listRowsOfOffer(db, reportId, offer, place);
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
      ...(row.currency == null || row.currency === currency ? {} : { currency: row.currency }),
      ...othersOf(Object.entries(row.renewals_otherwise ?? {}).toSorted()),
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
