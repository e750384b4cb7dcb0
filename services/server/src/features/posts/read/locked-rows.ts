import type { TenantDb } from '@backlot/database';
import { searchQueryOf } from '@backlot/database/search-terms';
import { sql, table } from '@backlot/database/sql';
import type { PostRow } from '../post-rows.ts';
import { matchesSearch } from '../write/post-search.ts';

export type VersionRow = Pick<
  PostRow,
  'id' | 'serial' | 'publish_at' | 'amount_minor' | 'currency' | 'deleted_at' | 'reuse_of'
>;

/** Totals are exact up to this many rows beyond the page. */
const COUNT_AHEAD = 5_000;

/** Posts for sale, of each the newest version, with the number of all. `search`: beginnings of words of title and caption. */
export async function listForSale(
  db: TenantDb,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ ids: string[]; total: number }> {
  const query = searchQueryOf(search);
  const source = sql`${table('posts')} f where f.deleted_at is null and f.visibility = 'locked'
    and not exists (select 1 from ${table('posts')} n where n.reuse_of = coalesce(f.reuse_of, f.id) and n.serial > f.serial and n.deleted_at is null)
    ${query === null ? sql.empty : sql`and ${matchesSearch(query)}`} order by f.publish_at desc, f.id desc`;
  const rows = await sql<{ id: string; total: number }>`
    select p.id, (select count(*)::int from (select 1 from ${source} limit ${offset + COUNT_AHEAD}) counted) as total
    from (select f.id, f.publish_at from ${source} limit ${limit} offset ${offset}) p order by p.publish_at desc, p.id desc`.all(
    db,
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** All versions of these posts that were ever for sale, also those that were taken out; the newest first. */
export async function versionsOf(db: TenantDb, firstIds: readonly string[]): Promise<VersionRow[]> {
  if (firstIds.length === 0) return [];
  return sql<VersionRow>`
    select id, serial, publish_at, amount_minor, currency, deleted_at, reuse_of from (
      select * from ${table('posts')} where id = any (${firstIds}::uuid[])
      union all select * from ${table('posts')} where reuse_of = any (${firstIds}::uuid[])
    ) v order by serial desc`.all(db);
}
