import type { TableOf, TenantDb } from '@backlot/database';
import { isUndefinedColumn } from '@backlot/database/is-undefined-column';
import { sql, table, type Sql } from '@backlot/database/sql';
import { countingIntents } from '../checkout/index.ts';

export interface ReportRow {
  id: string;
  requested_by: string | null;
  state: 'working' | 'ready' | 'failed';
  /** Days of the site's calendar, both included; null where it is open. */
  from_day: string | null;
  to_day: string | null;
  since: Date | null;
  until: Date | null;
  rows: number;
  amount_minor: number;
  created_at: Date;
}

export interface ResubscriptionRow {
  report_id: string;
  place: number;
  intent_id: string;
  user_id: string;
  happened_at: Date;
  free_months: number;
  recurring_minor: number;
  first_minor: number;
  renewals: number;
  renewal_minor: number;
  /** Of both amounts, and of the price; null where a server of the version before wrote it. Absent on its schema. */
  currency?: string | null;
  /** What renewals brought in, in other currencies: minor units by each. Absent likewise. */
  renewals_otherwise?: Readonly<Record<string, number>> | null;
  /** Among those of the same terms. Absent on the schema of the version before. */
  offer_place?: number | null;
}

/** What an offer was, as a report names it. */
export type OfferTerms = Pick<ResubscriptionRow, 'free_months' | 'recurring_minor'> & { readonly currency: string };

declare module 'knex/types/tables.js' {
  interface Tables {
    resubscription_reports: TableOf<ReportRow>;
    resubscription_report_rows: TableOf<ResubscriptionRow>;
  }
}

/** The one that is under way for the same days, or a new one. */
export async function beginReport(
  db: TenantDb,
  row: Omit<ReportRow, 'state' | 'rows' | 'amount_minor'>,
): Promise<{ report: ReportRow; isNew: boolean }> {
  const [made] = await db('resubscription_reports')
    .insert({ ...row, state: 'working', rows: 0, amount_minor: 0 })
    .onConflict()
    .ignore()
    .returning('*');
  if (made) return { report: made, isNew: true };
  const open = await sql<ReportRow>`
    select * from ${table('resubscription_reports')}
    where state = 'working' and since is not distinct from ${row.since} and until is not distinct from ${row.until}`.first(
    db,
  );
  // It ended in this moment: whoever asks again gets a new one.
  return open ? { report: open, isNew: false } : beginReport(db, row);
}

export const findReport = async (db: TenantDb, id: string): Promise<ReportRow | null> =>
  (await db('resubscription_reports').where({ id }).first()) ?? null;

export const findLastReport = async (db: TenantDb): Promise<ReportRow | null> =>
  (await db('resubscription_reports').orderBy('created_at', 'desc').orderBy('id', 'desc').first()) ?? null;

/**
 * Writes the rows, the newest first: each membership that the offer began or took up again, with what its renewals at that
 * price brought in until now. A second run finds the report written.
 */
export async function writeReport(db: TenantDb, report: ReportRow): Promise<void> {
  try {
    await db.savepoint((inner) => writeRows(inner, report, true));
  } catch (error) {
    // The schema of the version before.
    if (!isUndefinedColumn(error)) throw error;
    await writeRows(db, report, false);
  }
  await placeWithinOffers(db, report.id);
  await sql`
    update ${table('resubscription_reports')} r set state = 'ready', rows = s.rows, amount_minor = s.minor
    from (
      select count(*)::int as rows, coalesce(sum(first_minor + renewal_minor), 0)::bigint as minor
      from ${table('resubscription_report_rows')} where report_id = ${report.id}
    ) s where r.id = ${report.id}`.run(db);
}

/** A renewal counts whatever currency it was paid in; amounts of the first payment's are added up, and others beside them. */
async function writeRows(db: TenantDb, report: ReportRow, hasOthers: boolean): Promise<void> {
  const counting = sql`(${countingIntents})`;
  await sql`
    insert into ${table('resubscription_report_rows')} (report_id, place, intent_id, user_id, happened_at, free_months,
      recurring_minor, first_minor, renewals, renewal_minor ${hasOthers ? sql`, renewals_otherwise` : sql.empty})
    select ${report.id}, row_number() over (order by u.created_at desc, u.intent_id desc), u.intent_id, u.user_id,
      u.created_at, u.free_months, u.recurring_minor, i.left_minor, r.renewals, r.minor ${hasOthers ? sql`, r.others` : sql.empty}
    from ${table('resubscribe_uses')} u
    join ${counting} i on i.id = u.intent_id and i.state = 'succeeded'
    cross join lateral (
      select coalesce(min(n.created_at), 'infinity') as at from ${table('resubscribe_uses')} n
      where n.user_id = u.user_id and not n.is_renewal and n.created_at > u.created_at
    ) next
    cross join lateral (
      select coalesce(sum(c.renewals), 0)::int as renewals,
        coalesce(sum(c.minor) filter (where c.currency = i.currency), 0)::bigint as minor,
        jsonb_object_agg(c.currency, c.minor) filter (where c.currency <> i.currency) as others
      from (
        select p.currency, count(*) as renewals, sum(p.left_minor)::bigint as minor
        from ${table('resubscribe_uses')} w join ${counting} p on p.id = w.intent_id
        where w.user_id = u.user_id and w.is_renewal and w.created_at > u.created_at and w.created_at < next.at
        group by p.currency
      ) c
    ) r
    where not u.is_renewal
      and (${report.since}::timestamptz is null or u.created_at >= ${report.since})
      and (${report.until}::timestamptz is null or u.created_at < ${report.until})
    on conflict (report_id, place) do nothing`.run(db);
}

/** Each with its currency. On the schema of the version before nothing is placed. */
async function placeWithinOffers(db: TenantDb, reportId: string): Promise<void> {
  try {
    await db.savepoint((inner) =>
      sql`
        update ${table('resubscription_report_rows')} r set offer_place = p.offer_place, currency = p.currency
        from (
          select w.place, i.currency, row_number() over (
            partition by w.free_months, w.recurring_minor, i.currency order by w.place) as offer_place
          from ${table('resubscription_report_rows')} w join (${countingIntents}) i on i.id = w.intent_id
          where w.report_id = ${reportId}
        ) p where r.report_id = ${reportId} and r.place = p.place`.run(inner),
    );
  } catch (error) {
    if (!isUndefinedColumn(error)) throw error;
  }
}

export interface ReportedOffer extends OfferTerms {
  rows: number;
  minor: number;
}

/** The offers of a report, with how many each brought back and what they brought in; the fullest first. `currency`: the site's. */
export const listReportedOffers = (db: TenantDb, reportId: string, currency: string): Promise<ReportedOffer[]> =>
  sql<ReportedOffer>`
    ${offersOf(reportId, currency)} group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 100`.all(db);

/** One of them, also where so many stand before it that it is not listed; null where the report has none of it. */
export const findReportedOffer = (
  db: TenantDb,
  reportId: string,
  { free_months: freeMonths, recurring_minor: recurringMinor, currency: ofOffer }: OfferTerms,
  currency: string,
): Promise<ReportedOffer | null> =>
  sql<ReportedOffer>`
    ${offersOf(reportId, currency)} and free_months = ${freeMonths} and recurring_minor = ${recurringMinor}
      and ${currencyOf(currency)} = ${ofOffer} group by 1, 2, 3`.first(db);

/** What all rows of a report brought in, by currency. */
export const sumReport = (db: TenantDb, reportId: string, currency: string): Promise<SummedReport[]> =>
  sql<SummedReport>`
    select s.currency, sum(s.minor)::bigint as minor from (
      select ${currencyOf(currency)} as currency, first_minor + renewal_minor as minor
      from ${table('resubscription_report_rows')} r where report_id = ${reportId}
      union all
      select o.key, o.value::bigint from ${table('resubscription_report_rows')} r ${others} where report_id = ${reportId}
    ) s group by 1 order by 1`.all(db);

/** What renewals of each offer brought in, in other currencies than the offer's. */
export const sumOtherRenewals = (
  db: TenantDb,
  reportId: string,
  currency: string,
): Promise<Array<OfferTerms & { readonly paidIn: string; readonly minor: number }>> =>
  sql<OfferTerms & { readonly paidIn: string; readonly minor: number }>`
    select free_months, recurring_minor, ${currencyOf(currency)} as currency, o.key as "paidIn", sum(o.value::bigint)::bigint as minor
    from ${table('resubscription_report_rows')} r ${others} where report_id = ${reportId}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.all(db);

/** The schema of the version before has no such column. */
const others = sql`
  cross join lateral jsonb_each_text(coalesce(nullif(to_jsonb(r) -> 'renewals_otherwise', 'null'), '{}')) o`;

interface SummedReport {
  readonly currency: string;
  readonly minor: number;
}

const offersOf = (reportId: string, currency: string): Sql => sql`
  select free_months, recurring_minor, ${currencyOf(currency)} as currency, count(*)::int as rows,
    sum(first_minor + renewal_minor)::bigint as minor
  from ${table('resubscription_report_rows')} r where report_id = ${reportId}`;

/** The site's for what says none. The schema of the version before has no column. */
const currencyOf = (currency: string): Sql => sql`coalesce(to_jsonb(r) ->> 'currency', ${currency})`;

/** Of one offer alone. Not within a transaction. */
export async function listRowsOfOffer(
  db: TenantDb,
  reportId: string,
  { free_months: freeMonths, recurring_minor: recurringMinor, currency }: OfferTerms,
  { limit, offset }: { limit: number; offset: number },
): Promise<ResubscriptionRow[]> {
  const rows = () =>
    db('resubscription_report_rows')
      .where({ report_id: reportId, free_months: freeMonths, recurring_minor: recurringMinor })
      .limit(limit);
  try {
    const placed = await rows()
      .where((one) => one.where({ currency }).orWhereNull('currency'))
      .where('offer_place', '>', offset)
      .orderBy('offer_place');
    // A server of the version before writes no places within offers.
    return placed.length > 0 ? placed : await rows().whereNull('offer_place').orderBy('place').offset(offset);
  } catch (error) {
    // The schema of the version before.
    if (isUndefinedColumn(error)) return rows().orderBy('place').offset(offset);
    throw error;
  }
}

export const listResubscriptionRows = (
  db: TenantDb,
  reportId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ResubscriptionRow[]> =>
  db('resubscription_report_rows')
    .where({ report_id: reportId })
    .where('place', '>', offset)
    .orderBy('place')
    .limit(limit);
