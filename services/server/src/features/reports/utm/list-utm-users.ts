import type { Answer, QueryOf } from '@backlot/contracts';
import type { listUtmUsers as call, UtmFilters, UtmGroup, UtmUser } from '@backlot/contracts/user-utm-params';
import type { TenantDb } from '@backlot/database';
import { adminListLimit } from '@backlot/domain/limits';
import { toWire } from '@backlot/domain/money/money';
import type { Settings } from '@backlot/domain/settings';
import type { AppContext } from '../../../context.ts';
import { paginationOf } from '../../../pagination.ts';
import type { Tenant } from '../../../sites/tenant.ts';
import { daysAsked } from '../activity/list-activity.ts';
import { nobody, peopleFound } from '../fan-rows.ts';
import {
  listUtmGroups,
  listUtmRows,
  listUtmValues,
  type UtmAsked,
  type UtmGroupRow,
  type UtmUserRow,
} from './utm-rows.ts';

const mostGroups = 20;

/** Who came with UTM parameters, and what it brought. @throws `invalid-request` for days that are none, `range-too-long` */
export async function listUtmUsers(
  ctx: AppContext,
  tenant: Tenant,
  query: QueryOf<typeof call>,
  now: Date,
): Promise<Answer<typeof call>['data']> {
  const settings = await ctx.settings.of(tenant);
  const page = query.page_num ?? 1;
  const limit = adminListLimit;
  const asked = utmAsked(query, settings, now);
  return ctx.database.tenants.read(tenant, async (db) => {
    const groups = await listUtmGroups(db, asked, mostGroups);
    const all = groups[0];
    return {
      currency: settings.currency,
      users: await utmUsersOf(db, asked, { limit, offset: (page - 1) * limit }),
      paginationData: paginationOf(page, all?.allRegistered ?? 0, limit),
      groups: groups.map(presentGroup),
      group_count: all?.groupCount ?? 0,
      sums: {
        registered: all?.allRegistered ?? 0,
        members: all?.allMembers ?? 0,
        paid: all?.allPaid ?? 0,
        net: toWire(all?.allNetMinor ?? 0),
      },
      sources: await listUtmValues(db, 'source', asked),
      campaigns: await listUtmValues(db, 'campaign', asked),
    };
  });
}

/** Some of those that the filters show. */
export const utmUsersOf = async (
  db: TenantDb,
  asked: UtmAsked,
  place: { readonly limit: number; readonly offset: number },
): Promise<UtmUser[]> => (await listUtmRows(db, asked, place)).map(presentUtmUser);

/** @throws `invalid-request` for days that are none, `range-too-long` */
export function utmAsked(query: UtmFilters, { timezone, currency }: Settings, now: Date): UtmAsked {
  const search = (query.search ?? '').trim();
  return {
    ...daysAsked(query, timezone, now),
    found: search === '' ? null : (peopleFound(search) ?? nobody),
    source: query.source ?? null,
    campaign: query.campaign ?? null,
    currency,
  };
}

const presentUtmUser = (row: UtmUserRow): UtmUser => ({
  _id: row.id,
  name: row.name,
  email: row.email,
  date: row.createdAt.toISOString(),
  source: row.source,
  medium: row.medium,
  campaign: row.campaign,
  term: row.term,
  content: row.content,
  member_since: row.memberSince?.toISOString() ?? null,
  has_paid: row.hasPaid,
  net: toWire(row.netMinor),
});

const presentGroup = (row: UtmGroupRow): UtmGroup => ({
  source: row.source,
  medium: row.medium,
  campaign: row.campaign,
  registered: row.registered,
  members: row.members,
  paid: row.paid,
  net: toWire(row.netMinor),
});
