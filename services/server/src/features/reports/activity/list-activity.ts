import { DomainError, type Answer, type QueryOf } from '@backlot/contracts';
import type {
  ActivityDay,
  ActivityFigures,
  ActKind,
  listActivity as call,
} from '@backlot/contracts/influencer-activity';
import type { TenantDb } from '@backlot/database';
import { dayIn, daysBefore, endOfDay, startOfDay } from '@backlot/domain/formats/dates';
import { daysIn, type DaySpan } from '@backlot/domain/formats/day-spans';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { adminListLimit, maxTrendDays } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import { readerOf, settingsFor, type Settings } from '@backlot/domain/settings';
import { asPerson, type Actor } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { salesByDay } from '../../ledger/index.ts';
import { lostMembersByDay, newMembersByDay } from '../../memberships/index.ts';
import { countActs, listStaff, type ActCount, type ActsAsked } from './act-rows.ts';

type Filters = Omit<QueryOf<typeof call>, 'page_num'>;
export interface Asking {
  readonly actor: Actor;
  readonly settings: Settings;
  readonly now: Date;
}

/** What the people of the site did a day, and how the site fared. @throws `invalid-request` for days that are none, `range-too-long` */
export async function listActivity(
  ctx: AppContext,
  tenant: Tenant,
  actor: Actor,
  query: QueryOf<typeof call>,
  now: Date,
): Promise<Answer<typeof call>['data']> {
  const settings = await ctx.settings.of(tenant);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  return ctx.database.tenants.read(tenant, async (db) => {
    const days = await activityOf(db, query, { actor, settings, now });
    const staff = await listStaff(db);
    return {
      currency: settings.currency,
      days: days.slice((page - 1) * limit, page * limit),
      sums: sumOf(days),
      people: staff.map(({ id, name }) => ({ _id: id, name })),
      paginationData: paginationOf(page, days.length, limit),
    };
  });
}

/** Every day of the range, newest first, also one on which nothing happened. @throws as `listActivity` */
export async function activityOf(db: TenantDb, query: Filters, asking: Asking): Promise<ActivityDay[]> {
  const { settings, now } = asking;
  const { currency, timezone } = settings;
  const { span, from, to } = daysAsked(query, timezone, now);
  const acts = byDay(await countActs(db, actsAsked(query, { from, to }, asking), timezone));
  const sales = byDay(await salesByDay(db, from, to, timezone, currency));
  const started = byDay(await newMembersByDay(db, from, to, timezone));
  const lost = byDay(await lostMembersByDay(db, from, to, timezone));
  return Array.from({ length: daysIn(span) }, (_, ago) => {
    const day = daysBefore(span.to, ago);
    const { soldMinor, returnedMinor } = sales.get(day)?.[0] ?? { soldMinor: 0, returnedMinor: 0 };
    return {
      _id: day,
      day,
      ...countsOf(acts.get(day) ?? []),
      gross: toWire(soldMinor),
      returned: toWire(returnedMinor),
      net: toWire(soldMinor - returnedMinor),
      new_members: started.get(day)?.[0]?.count ?? 0,
      lost_members: lost.get(day)?.[0]?.count ?? 0,
    };
  });
}

/** What is planned for later today was not done yet. */
export const actsAsked = (
  { person, kind }: Pick<Filters, 'person' | 'kind'>,
  { from, to }: { readonly from: Date; readonly to: Date },
  { actor, settings, now }: Asking,
): ActsAsked => ({
  from,
  to: to < now ? to : new Date(now.getTime() + 1),
  person: person ?? null,
  kind: kind ?? null,
  readable: Object.keys(settingsFor(readerOf(asPerson(actor, '0')), settings)),
});

/** Days of the site's calendar, and their instants, `to` without it. @throws as `listActivity` */
export function daysAsked(query: Pick<Filters, 'from' | 'to'>, timezone: string, now: Date) {
  const span = spanOf(query, dayIn(now, timezone));
  return { span, from: startOfDay(span.from, timezone), to: endOfDay(startOfDay(span.to, timezone), timezone) };
}

const usualDays = 30;

function spanOf({ from, to }: Filters, today: string): DaySpan {
  const end = to ?? today;
  const start = from ?? daysBefore(end < today ? end : today, usualDays - 1);
  const wrong = [
    ...(isRangeDay(start) && start <= today ? [] : ['from']),
    ...(isRangeDay(end) && end >= start ? [] : ['to']),
  ];
  if (wrong.length > 0)
    throw new DomainError('invalid-request', {}, { fields: wrong.map((field) => ({ field, code: 'date' })) });
  const span = { from: start, to: end < today ? end : today };
  if (daysIn(span) > maxTrendDays) throw new DomainError('range-too-long', { days: maxTrendDays });
  return span;
}

function byDay<R extends { readonly date: string }>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> {
  const days = new Map<string, R[]>();
  for (const row of rows) days.set(row.date, [...(days.get(row.date) ?? []), row]);
  return days;
}

type Counts = Omit<ActivityFigures, 'gross' | 'returned' | 'net' | 'new_members' | 'lost_members'>;

function countsOf(acts: readonly ActCount[]): Counts {
  const count = (kind: ActKind): number => acts.find((one) => one.kind === kind)?.count ?? 0;
  const posts = acts.find(({ kind }) => kind === 'post');
  return {
    posts: count('post'),
    photos: posts?.photos ?? 0,
    videos: posts?.videos ?? 0,
    comments: count('comment'),
    promotions: count('promotion'),
    coupons: count('coupon'),
    prices: count('price'),
    settings: count('setting'),
    sign_ins: count('sign_in'),
  };
}

function sumOf(days: readonly ActivityDay[]): ActivityFigures {
  const count = (key: keyof ActivityFigures): number => days.reduce((sum, day) => sum + day[key], 0);
  const money = (key: 'gross' | 'returned' | 'net'): number =>
    toWire(days.reduce((sum, day) => sum + Math.round(day[key] * 100), 0));
  return {
    posts: count('posts'),
    photos: count('photos'),
    videos: count('videos'),
    comments: count('comments'),
    promotions: count('promotions'),
    coupons: count('coupons'),
    prices: count('prices'),
    settings: count('settings'),
    sign_ins: count('sign_ins'),
    gross: money('gross'),
    returned: money('returned'),
    net: money('net'),
    new_members: count('new_members'),
    lost_members: count('lost_members'),
  };
}
