import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type { trends as trendsCall } from '@backlot/contracts/reports';
import { clockIn, dayIn, endOfDay, instantAt, startOfDay } from '@backlot/domain/formats/dates';
import { daysIn, spanBefore, splitSpan, type DaySpan } from '@backlot/domain/formats/day-spans';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { maxTrendDays } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { seesEarnings } from '@backlot/domain/people/capabilities';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../../actor.ts';
import { asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { earningsByDay } from '../ledger/index.ts';
import { newMembersByDay } from '../memberships/index.ts';
import { opensReports } from '../staff/index.ts';

type Trends = Answer<typeof trendsCall>['data'];

/** One of the two periods: its parts, and the instants between which things happened in it. */
interface Period {
  readonly spans: readonly DaySpan[];
  readonly since: Date;
  readonly until: Date;
}

/** Earnings and new members of some days and of as many before. @throws `invalid-request` for days that are none, `range-too-long` */
export async function showTrends(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof trendsCall>,
  now: Date,
): Promise<Trends> {
  const settings = await ctx.settings.of(tenant);
  const { currency, timezone } = settings;
  const span = spanOf(query, dayIn(now, timezone));
  const before = spanBefore(span);
  const periods = [periodOf(span, timezone), cutAt(now, span, periodOf(before, timezone), timezone)] as const;
  const isMoneyShown = seesEarnings(asPerson(actor, '0'), settings);
  const areReportsOpen = opensReports(actor, settings);
  return ctx.database.tenants.read(tenant, async (db) => ({
    currency,
    ...span,
    before,
    earnings: isMoneyShown ? await earningsIn(db, periods, timezone, currency) : null,
    // Nobody is told the sums of lists that are closed to them (DECISIONS 50).
    members: areReportsOpen ? await membersIn(db, periods, timezone) : null,
  }));
}

function spanOf({ from, to }: QueryOf<typeof trendsCall>, today: string): DaySpan {
  const wrong = [
    ...(isRangeDay(from) && from <= today ? [] : ['from']),
    ...(isRangeDay(to) && to >= from ? [] : ['to']),
  ];
  if (wrong.length > 0)
    throw new DomainError('invalid-request', {}, { fields: wrong.map((field) => ({ field, code: 'date' })) });
  const span = { from, to: to < today ? to : today };
  if (daysIn(span) > maxTrendDays) throw new DomainError('range-too-long', { days: maxTrendDays });
  return span;
}

const periodOf = (span: DaySpan, timeZone: string): Period => ({
  spans: splitSpan(span),
  since: startOfDay(span.from, timeZone),
  until: endOfDay(startOfDay(span.to, timeZone), timeZone),
});

/** A day that is running is compared with the same hours of its like, not with the whole of it. */
function cutAt(now: Date, span: DaySpan, before: Period, timeZone: string): Period {
  const clock = clockIn(now, timeZone);
  if (span.to !== clock.date) return before;
  return { ...before, until: instantAt(before.spans.at(-1)!.to, clock.time, timeZone) ?? before.until };
}

type Periods = readonly [now: Period, before: Period];

async function earningsIn(
  db: TenantDb,
  [now, before]: Periods,
  timeZone: string,
  currency: string,
): Promise<Trends['earnings']> {
  const days = await earningsByDay(db, now.since, timeZone, currency, now.until);
  const daysBefore = await earningsByDay(db, before.since, timeZone, currency, before.until);
  const sumOf = (some: typeof days): number => toWire(some.reduce((sum, { minor }) => sum + minor, 0));
  const of = (revenue: string, some: typeof days): number => sumOf(some.filter((one) => one.revenue === revenue));
  return {
    sum: sumOf(days),
    before: sumOf(daysBefore),
    points: now.spans.map((part, at) => {
      const own = days.filter(isIn(part));
      return {
        ...part,
        membership: of('membership_revenue', own),
        post: of('post_revenue', own),
        before: sumOf(daysBefore.filter(isIn(before.spans[at]!))),
      };
    }),
  };
}

async function membersIn(db: TenantDb, [now, before]: Periods, timeZone: string): Promise<Trends['members']> {
  const days = await newMembersByDay(db, now.since, now.until, timeZone);
  const daysBefore = await newMembersByDay(db, before.since, before.until, timeZone);
  const sumOf = (some: typeof days): number => some.reduce((sum, { count }) => sum + count, 0);
  return {
    sum: sumOf(days),
    before: sumOf(daysBefore),
    points: now.spans.map((part, at) => ({
      ...part,
      started: sumOf(days.filter(isIn(part))),
      before: sumOf(daysBefore.filter(isIn(before.spans[at]!))),
    })),
  };
}

const isIn =
  ({ from, to }: DaySpan) =>
  ({ date }: { readonly date: string }): boolean =>
    date >= from && date <= to;
