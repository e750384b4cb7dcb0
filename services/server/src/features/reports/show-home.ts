import { decidePhotoId } from '@backlot/contracts/photo-ids';
import type { Answer } from '@backlot/contracts';
import type { home as homeCall } from '@backlot/contracts/staff';
import { dayIn, daysBefore, endOfDay, startOfDay } from '@backlot/domain/formats/dates';
import { opensOpenItems, seesEarnings } from '@backlot/domain/people/capabilities';
import { toWire } from '@backlot/domain/money/money';
import type { TenantDb } from '@backlot/database';
import type { Actor } from '../../actor.ts';
import { asPerson } from '../../actor.ts';
import type { AppContext } from '../../context.ts';
import type { Tenant } from '../../sites/tenant.ts';
import { countOpenItems, countPendingPayments } from '../checkout/index.ts';
import { countCryptoAlarms } from '../crypto/index.ts';
import { countWaitingPhotoIds } from '../photo-ids/index.ts';
import { earningsByDay, earningsByHour, hasSold } from '../ledger/index.ts';
import { countUnendedSeries, countNewMembers } from '../memberships/index.ts';
import { countUnfinished } from '../posts/index.ts';
import { countFailedFans, countFans } from './fan-rows.ts';
import { firstStepsOf, opensReports } from '../staff/index.ts';

type Home = Answer<typeof homeCall>['data'];
const DAYS = 30;

/** The first screen of the creator area, in the site's own calendar. */
export async function showHome(ctx: AppContext, tenant: Tenant, actor: Actor, now: Date): Promise<Home> {
  const settings = await ctx.settings.of(tenant);
  const { currency, timezone } = settings;
  const areReportsOpen = opensReports(actor, settings);
  const isMoneyShown = seesEarnings(asPerson(actor, '0'), settings);
  const today = dayIn(now, timezone);
  return ctx.database.tenants.read(tenant, async (db) => {
    return {
      currency,
      earnings: isMoneyShown ? await earningsAt(db, now, timezone, currency) : null,
      first_steps: await firstStepsOf(db, actor),
      // Nobody is told the sums of lists that are closed to them (DECISIONS 50), nor sent there.
      members: areReportsOpen
        ? await membersAt(db, now, {
            today: startOfDay(today, timezone),
            month: startOfDay(daysBefore(today, DAYS - 1), timezone),
          })
        : null,
      attention: await attention(db, now, {
        areReportsOpen,
        areOpenItemsOpen: opensOpenItems(asPerson(actor, '0')),
        arePhotoIdsOpen: decidesPhotoIds(actor),
      }),
    };
  });
}

async function membersAt(
  db: TenantDb,
  now: Date,
  since: { readonly today: Date; readonly month: Date },
): Promise<NonNullable<Home['members']>> {
  const fans = await countFans(db, now);
  return {
    active: fans['1'] + fans['2'],
    cancelled: fans['1'],
    new_today: await countNewMembers(db, since.today),
    new_thirty_days: await countNewMembers(db, since.month),
  };
}

async function earningsAt(
  db: TenantDb,
  now: Date,
  timeZone: string,
  currency: string,
): Promise<NonNullable<Home['earnings']>> {
  const today = dayIn(now, timeZone);
  const found = await earningsByDay(db, startOfDay(daysBefore(today, DAYS - 1), timeZone), timeZone, currency);
  const days = Array.from({ length: DAYS }, (_, index) => daysBefore(today, DAYS - 1 - index)).map((date) => {
    const day = found.filter((one) => one.date === date);
    const of = (revenue: string): number => day.find((one) => one.revenue === revenue)?.minor ?? 0;
    return {
      date,
      membershipMinor: of('membership_revenue'),
      postMinor: of('post_revenue'),
      allMinor: day.reduce((sum, { minor }) => sum + minor, 0),
    };
  });
  const sumOf = (some: typeof days): number => some.reduce((sum, day) => sum + day.allMinor, 0);
  const lastWeek = startOfDay(daysBefore(today, 7), timeZone);
  const [todayHours, lastHours] = [
    await earningsByHour(db, startOfDay(today, timeZone), endOfDay(now, timeZone), timeZone, currency),
    await earningsByHour(db, lastWeek, endOfDay(lastWeek, timeZone), timeZone, currency),
  ];
  const hourNow = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(now));
  const until = (hours: typeof todayHours, hour: number): number =>
    toWire(hours.filter((one) => one.hour <= hour).reduce((sum, one) => sum + one.minor, 0));
  return {
    has_sold: await hasSold(db),
    today: toWire(sumOf(days.slice(-1))),
    same_weekday_last_week: toWire(sumOf(days.slice(-8, -7))),
    thirty_days: toWire(sumOf(days)),
    days: days.map(({ date, membershipMinor, postMinor }) => ({
      date,
      membership: toWire(membershipMinor),
      post: toWire(postMinor),
    })),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      today: hour <= hourNow ? until(todayHours, hour) : null,
      last_week: until(lastHours, hour),
    })),
  };
}

interface Opened {
  readonly areReportsOpen: boolean;
  readonly areOpenItemsOpen: boolean;
  readonly arePhotoIdsOpen: boolean;
}

const decidesPhotoIds = ({ role }: Actor): boolean =>
  decidePhotoId.access.kind === 'roles' && decidePhotoId.access.roles.includes(role);

async function attention(
  db: TenantDb,
  now: Date,
  { areReportsOpen, areOpenItemsOpen, arePhotoIdsOpen }: Opened,
): Promise<Home['attention']> {
  const posts = await countUnfinished(db, now);
  const all: Home['attention'] = [
    ...(areOpenItemsOpen
      ? ([
          {
            kind: 'open_items',
            count: (await countOpenItems(db)) + (await countUnendedSeries(db)) + (await countCryptoAlarms(db)),
            href: '/admin/open-items',
          },
        ] as const)
      : []),
    ...(arePhotoIdsOpen
      ? ([{ kind: 'photo_ids', count: await countWaitingPhotoIds(db), href: '/admin/photo-ids' }] as const)
      : []),
    { kind: 'post_error', count: posts.failed, href: '/admin/posts?state=error' },
    ...(areReportsOpen
      ? ([
          { kind: 'payment_pending', count: await countPendingPayments(db), href: '/admin/transactions?state=pending' },
          { kind: 'renewal_failed', count: await countFailedFans(db, now), href: '/admin/subscribers?status=failed' },
        ] as const)
      : []),
    { kind: 'post_processing', count: posts.processing, href: '/admin/posts?state=processing' },
    { kind: 'scheduled', count: posts.scheduled, href: '/admin/posts?state=scheduled' },
  ];
  return all.filter(({ count }) => count > 0);
}
