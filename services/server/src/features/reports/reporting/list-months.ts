import { DomainError, type Answer } from '@backlot/contracts';
import type { listMonths as call, MonthFigures, MonthFilters, ReportedMonth } from '@backlot/contracts/reporting';
import type { TenantDb } from '@backlot/database';
import { clockIn, dayIn, instantAt, monthBounds } from '@backlot/domain/formats/dates';
import { toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { firstSaleAt, salesByMonth, type MonthSales } from '../../ledger/index.ts';
import { lostMembersByDay, newMembersByDay } from '../../memberships/index.ts';
import { requireReports } from '../../staff/index.ts';

/** What a site sold, and whom it won and lost, in the months of a year. @throws `access-denied`, `invalid-request` for a year to come */
export async function listMonths(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: MonthFilters,
  now: Date,
): Promise<Answer<typeof call>['data']> {
  const settings = await ctx.settings.of(tenant);
  requireReports(actor, settings);
  const { currency, timezone } = settings;
  return ctx.database.tenants.read(tenant, async (db) => {
    const first = await firstSaleAt(db);
    const [year, firstYear] = [dayIn(now, timezone), dayIn(first ?? now, timezone)].map((day) =>
      Number(day.slice(0, 4)),
    );
    const months = await monthsOf(db, query, settings, now);
    return {
      currency,
      year: query.year ?? String(year),
      years: Array.from({ length: year! - firstYear! + 1 }, (_, ago) => String(year! - ago)),
      months,
      sums: sumOf(months),
    };
  });
}

/** The months of a year until today, newest first. @throws `invalid-request` for a year to come */
export async function monthsOf(
  db: TenantDb,
  { year: asked }: MonthFilters,
  { timezone, currency }: Settings,
  now: Date,
): Promise<ReportedMonth[]> {
  const { date: today, time } = clockIn(now, timezone);
  const year = asked ?? today.slice(0, 4);
  if (year > today.slice(0, 4))
    throw new DomainError('invalid-request', {}, { fields: [{ field: 'year', code: 'date' }] });
  const isRunning = today.startsWith(year);
  const last = isRunning ? Number(today.slice(5, 7)) : 12;
  const before = String(Number(year) - 1);
  const [from, to] = [monthBounds(`${year}-01`, timezone).from, monthBounds(`${year}-12`, timezone).to];
  // The year that is running is compared with what the one before had brought by then.
  const until = isRunning ? sameTimeIn(before, today, time, timezone) : from;
  const sales = await salesByMonth(db, from, to, timezone, currency);
  const salesBefore = await salesByMonth(db, monthBounds(`${before}-01`, timezone).from, until, timezone, currency);
  const started = await newMembersByDay(db, from, to, timezone);
  const lost = await lostMembersByDay(db, from, to, timezone);
  return Array.from({ length: last }, (_, ago) => {
    const number = String(last - ago).padStart(2, '0');
    const month = `${year}-${number}`;
    const sold = sales.filter((one) => one.month === month);
    return {
      _id: month,
      month,
      ...moneyOf(sold),
      new_members: countIn(started, month),
      lost_members: countIn(lost, month),
      net_before: toWire(netOf(salesBefore.filter((one) => one.month === `${before}-${number}`))),
    };
  });
}

/** The 29th of February ends with the month a year before. */
function sameTimeIn(year: string, today: string, time: string, timeZone: string): Date {
  const day = `${year}${today.slice(4)}`;
  return instantAt(day, time, timeZone) ?? monthBounds(day.slice(0, 7), timeZone).to;
}

const netOf = (sales: readonly MonthSales[]): number =>
  sales.reduce((sum, { soldMinor, returnedMinor }) => sum + soldMinor - returnedMinor, 0);

function moneyOf(sales: readonly MonthSales[]) {
  const of = (revenue: string): number => toWire(netOf(sales.filter((one) => one.revenue === revenue)));
  return {
    gross: toWire(sales.reduce((sum, { soldMinor }) => sum + soldMinor, 0)),
    returned: toWire(sales.reduce((sum, { returnedMinor }) => sum + returnedMinor, 0)),
    net: toWire(netOf(sales)),
    membership: of('membership_revenue'),
    post: of('post_revenue'),
  };
}

const countIn = (days: ReadonlyArray<{ readonly date: string; readonly count: number }>, month: string): number =>
  days.reduce((sum, { date, count }) => sum + (date.startsWith(month) ? count : 0), 0);

function sumOf(months: readonly ReportedMonth[]): MonthFigures {
  const count = (key: keyof MonthFigures): number => months.reduce((sum, month) => sum + month[key], 0);
  const money = (key: keyof MonthFigures): number =>
    toWire(months.reduce((sum, month) => sum + Math.round(month[key] * 100), 0));
  return {
    gross: money('gross'),
    returned: money('returned'),
    net: money('net'),
    membership: money('membership'),
    post: money('post'),
    new_members: count('new_members'),
    lost_members: count('lost_members'),
    net_before: money('net_before'),
  };
}
