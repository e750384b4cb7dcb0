import type { ActKind } from '@backlot/contracts/influencer-activity';
import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { settingDefinitions } from '@backlot/domain/settings';
import { isAdminRole, storedRoles } from '@backlot/domain/people/roles';

export interface ActsAsked {
  readonly from: Date;
  /** Up to and without it. */
  readonly to: Date;
  readonly person: string | null;
  readonly kind: ActKind | null;
  /** Settings of which the caller is told. */
  readonly readable: readonly string[];
}

export interface ActCount {
  /** Day of the site's calendar. */
  readonly date: string;
  readonly kind: ActKind;
  readonly count: number;
  readonly photos: number;
  readonly videos: number;
}

export interface ActRow {
  readonly id: string;
  readonly kind: ActKind;
  readonly at: Date;
  readonly personId: string | null;
  readonly about: string | null;
  readonly text: string | null;
  readonly photos: number;
  readonly videos: number;
  readonly keys: readonly string[];
  readonly place: ActPlace['micros'];
}

/** The last act of the page before. */
export interface ActPlace {
  /** Since 1970: a `Date` would cut it to the millisecond. */
  readonly micros: string;
  readonly id: string;
}

/** How often each was done, by day of the site's calendar; days without any left out. */
export const countActs = (db: TenantDb, asked: ActsAsked, timeZone: string): Promise<ActCount[]> =>
  sql<ActCount>`
    select to_char(a.at at time zone ${timeZone}, 'YYYY-MM-DD') as date, a.kind, count(*)::int as count,
      sum(a.photos)::int as photos, sum(a.videos)::int as videos
    from (${acts(asked)}) a where ${conditions(asked)} group by 1, 2`.all(db);

/** What was done, newest first. */
export const listActRows = (db: TenantDb, asked: ActsAsked, after: ActPlace | null, limit: number): Promise<ActRow[]> =>
  sql<ActRow>`
    select a.id, a.kind, a.at, a.person as "personId", a.about, a.text, a.photos, a.videos, a.keys,
      (extract(epoch from a.at) * 1000000)::bigint::text as place
    from (${acts(asked)}) a where ${conditions(asked)} ${after === null ? sql.empty : sql`and ${isAfter(after)}`}
    order by a.at desc, a.id desc limit ${limit}`.all(db);

const isAfter = ({ micros, id }: ActPlace): Sql =>
  sql`(a.at, a.id) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`;

/** The people of the site, the longest there first. */
export const listStaff = (db: TenantDb): Promise<Array<{ id: string; name: string }>> =>
  sql<{ id: string; name: string }>`
    select u.id, u.name from ${table('users')} u where u.role = any (${staffRoles}) order by u.created_at, u.id limit 200`.all(
    db,
  );

const staffRoles = storedRoles.filter((role) => isAdminRole(role));
/** What a membership costs: the prices, and the terms on which somebody comes back. */
const priceKeys = settingDefinitions
  .filter(({ group }) => group === 'prices' || group === 'resubscribe offer')
  .map(({ key }) => key);

/** Each source reads its own index by the time that `conditions` names. */
const acts = ({ readable }: ActsAsked): Sql => sql`
  select p.id, 'post' as kind, p.publish_at as at, p.created_by as person, p.id as about,
    left(coalesce(nullif(p.title, ''), p.caption), 300) as text,
    p.photo_count as photos, p.video_count as videos, '{}'::text[] as keys
  from ${table('posts')} p where p.deleted_at is null and p.media_waiting = 0 and p.media_failed = 0
  union all
  select c.id, 'comment', c.created_at, coalesce(c.written_by, c.user_id), c.post_id, left(c.body, 300), 0, 0, '{}'::text[]
  from ${table('users')} u join ${table('comments')} c on c.user_id = u.id
  where u.role = any (${staffRoles}) and c.removed_at is null
  union all
  select p.id, 'promotion', p.starts_at, p.created_by, p.id, p.ribbon_text, 0, 0, '{}'::text[] from ${table('promotions')} p
  union all
  select c.id, 'coupon', c.created_at, c.created_by, c.id, c.code, 0, 0, '{}'::text[] from ${table('coupons')} c
  union all
  select s.id, case when s.keys && ${priceKeys}::text[] then 'price' else 'setting' end, s.changed_at, s.changed_by, null::uuid,
    null::text, 0, 0, array(select key from unnest(s.keys) key where key = any (${readable}::text[]))
  from ${table('setting_changes')} s where s.keys && ${readable}::text[]
  union all
  select md5(s.id::text)::uuid, 'sign_in', s.created_at, s.user_id, null::uuid, null::text, 0, 0, '{}'::text[]
  from ${table('users')} u join ${table('sessions')} s on s.user_id = u.id where u.role = any (${staffRoles})`;

const conditions = ({ from, to, person, kind }: ActsAsked): Sql =>
  sql.join(
    [
      sql`a.at >= ${from} and a.at < ${to}`,
      ...(person === null ? [] : [sql`a.person = ${person}`]),
      ...(kind === null ? [] : [sql`a.kind = ${kind}`]),
    ],
    sql` and `,
  );
