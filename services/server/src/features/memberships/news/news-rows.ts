import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { newsOfEvent, type MembershipNews } from '@backlot/domain/memberships/news';
import { people } from '../../accounts/index.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    membership_news: TableOf<{ told_until: Date; told_at: Date }>;
  }
}

/** Members of whom one piece of news tells. */
export interface News {
  readonly members: number;
  /** The first few, newest first. */
  readonly names: readonly string[];
}

/** Up to when news were told; null before they were ever wanted. */
export const findToldUntil = async (db: TenantDb): Promise<Date | null> =>
  (await db('membership_news').orderBy('told_until', 'desc').first('told_until'))?.told_until ?? null;

/** Whether this stretch was not told before. */
export async function noteTold(db: TenantDb, until: Date, now: Date): Promise<boolean> {
  const noted = await db('membership_news')
    .insert({ told_until: until, told_at: now })
    .onConflict()
    .ignore()
    .returning('told_until');
  return noted.length === 1;
}

export interface ListedNews {
  /** What happened after it, up to and with `until`. */
  readonly from: Date;
  readonly until: Date;
  readonly wanted: ReadonlySet<MembershipNews>;
  /** How many members are named at most. */
  readonly names: number;
}

/** Each member once for each piece of news; a cancellation that was taken back within the stretch is none. */
export async function listNews(
  db: TenantDb,
  { from, until, wanted, names }: ListedNews,
): Promise<ReadonlyMap<MembershipNews, News>> {
  const kinds = Object.entries(newsOfEvent).flatMap(([kind, news]) => (wanted.has(news) ? kind : []));
  const rows = await sql<{ news: MembershipNews; members: number; name: string }>`
    with happened as (
      select ${newsOfKind} as news, s.user_id, max(e.at) as at
      from ${table('subscription_events')} e join ${table('subscriptions')} s on s.id = e.subscription_id
      where e.kind = any(${kinds}) and e.at > ${from} and e.at <= ${until}
        and not (e.kind = 'cancelled' and exists (
          select 1 from ${table('subscription_events')} u
          where u.subscription_id = e.subscription_id and u.at >= e.at and u.at <= ${until} and u.kind = 'cancel_undone'))
      group by 1, 2
    ), placed as (
      select news, user_id, (count(*) over (partition by news))::int as members,
        row_number() over (partition by news order by at desc, user_id) as place
      from happened
    )
    select p.news, p.members, u.name from placed p join ${people} u on u.id = p.user_id
    where p.place <= ${names} order by p.news, p.place`.all(db);
  const found = new Map<MembershipNews, News>();
  for (const { news, members, name } of rows)
    found.set(news, { members, names: [...(found.get(news)?.names ?? []), name] });
  return found;
}

const newsOfKind = sql`case e.kind ${sql.join(
  Object.entries(newsOfEvent).map(([kind, news]) => sql`when ${kind} then ${news}`),
  sql` `,
)} end`;
