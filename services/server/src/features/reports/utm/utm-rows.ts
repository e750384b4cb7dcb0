import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { broughtBy } from '../../ledger/index.ts';
import { firstBoughtMembership } from '../../memberships/index.ts';

export interface UtmAsked {
  readonly from: Date;
  /** Up to and without it. */
  readonly to: Date;
  /** Selects the ids of those who are meant. */
  readonly found: Sql<{ id: string }> | null;
  readonly source: string | null;
  readonly campaign: string | null;
  readonly currency: string;
}

export interface UtmUserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly term: string | null;
  readonly content: string | null;
  readonly memberSince: Date | null;
  readonly hasPaid: boolean;
  readonly netMinor: number;
}

export interface UtmGroupRow {
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly registered: number;
  readonly members: number;
  readonly paid: number;
  readonly netMinor: number;
  readonly groupCount: number;
  readonly allRegistered: number;
  readonly allMembers: number;
  readonly allPaid: number;
  readonly allNetMinor: number;
}

/** A page of them, newest first; what each did and paid is looked for on the page's rows alone. */
export const listUtmRows = (
  db: TenantDb,
  asked: UtmAsked,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<UtmUserRow[]> =>
  sql<UtmUserRow>`
    select u.id, u.name, u.email, u.created_at as "createdAt", ${groupParts}, ${part('term')} as term, ${part('content')} as content,
      m.since as "memberSince", p.has_paid as "hasPaid", p.net_minor as "netMinor"
    from (select u.* ${people(asked)} order by u.created_at desc, u.id desc limit ${limit} offset ${offset}) u
    cross join lateral (${firstBoughtMembership(sql`u.id`)}) m cross join lateral (${broughtBy(sql`u.id`, asked.currency)}) p
    order by u.created_at desc, u.id desc`.all(db);

/** What each source, medium and campaign brought, with the sums of all, those with most registrations first. */
export const listUtmGroups = (db: TenantDb, asked: UtmAsked, limit: number): Promise<UtmGroupRow[]> =>
  sql<UtmGroupRow>`
    with groups as (
      select ${groupParts}, count(*)::int as registered, count(m.since)::int as members,
        (count(*) filter (where p.has_paid))::int as paid, sum(p.net_minor)::bigint as net_minor
      from (select u.id, u.utm ${people(asked)}) u
      cross join lateral (${firstBoughtMembership(sql`u.id`)}) m cross join lateral (${broughtBy(sql`u.id`, asked.currency)}) p
      group by 1, 2, 3
    )
    select source, medium, campaign, registered, members, paid, net_minor as "netMinor", (count(*) over ())::int as "groupCount",
      (sum(registered) over ())::int as "allRegistered", (sum(members) over ())::int as "allMembers",
      (sum(paid) over ())::int as "allPaid", (sum(net_minor) over ())::bigint as "allNetMinor"
    from groups order by registered desc, net_minor desc, source, medium, campaign limit ${limit}`.all(db);

/** What can be asked for: every value that somebody who registered then came with. */
export const listUtmValues = async (
  db: TenantDb,
  name: 'source' | 'campaign',
  { from, to }: Pick<UtmAsked, 'from' | 'to'>,
): Promise<string[]> => {
  const all = { found: null, source: null, campaign: null };
  const rows = await sql<{ value: string }>`
    select distinct ${part(name)} as value ${people({ ...all, from, to })} and ${part(name)} is not null order by 1 limit 200`.all(
    db,
  );
  return rows.map(({ value }) => value);
};

/** As the indexes `users_by_utm…` have it. */
const people = ({ from, to, found, source, campaign }: Omit<UtmAsked, 'currency'>): Sql => sql`
  from ${table('users')} u where u.utm is not null and u.role = 'user' and u.created_at >= ${from} and u.created_at < ${to}
    ${source === null ? sql.empty : sql`and u.utm ->> 'source' = ${source}`}
    ${campaign === null ? sql.empty : sql`and u.utm ->> 'campaign' = ${campaign}`}
    ${found === null ? sql.empty : sql`and u.id in (${found})`}`;

const part = (name: 'source' | 'medium' | 'campaign' | 'term' | 'content'): Sql =>
  sql`nullif(u.utm ->> ${name}::text, '')`;
const groupParts = sql`nullif(u.utm ->> 'source', '') as source, nullif(u.utm ->> 'medium', '') as medium,
  nullif(u.utm ->> 'campaign', '') as campaign`;
