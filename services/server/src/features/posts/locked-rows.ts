import type { TenantDb } from '@backlot/database';
import type { PostRow } from './post-rows.ts';
import { hasWords, wordsOf } from './post-words.ts';

export type VersionRow = Pick<PostRow, 'id' | 'serial' | 'publish_at' | 'amount_minor' | 'currency' | 'deleted_at' | 'reuse_of'>;

/** Totals are exact up to this many rows beyond the page. */
const COUNT_AHEAD = 5_000;

/** Posts for sale, of each the newest version, with the number of all. `search`: beginnings of words of title and caption. */
export async function listForSale(db: TenantDb, { search, limit, offset }: { search: string; limit: number; offset: number }): Promise<{ ids: string[]; total: number }> {
  const words = wordsOf(search);
  const found = words === null ? null : hasWords(db, words);
  const source = `?? f where f.deleted_at is null and f.visibility = 'locked'
    and not exists (select 1 from ?? n where n.reuse_of = coalesce(f.reuse_of, f.id) and n.serial > f.serial and n.deleted_at is null)
    ${found === null ? '' : `and ${found.sql}`}`;
  const bindings = [db.table('posts'), db.table('posts'), ...(found?.bindings ?? [])];
  const { rows } = await db.raw<{ rows: Array<{ id: string; total: number }> }>(
    `select p.id, (select count(*)::int from (select 1 from ${source} order by f.publish_at desc, f.id desc limit ?) counted) as total
     from (select f.id, f.publish_at from ${source} order by f.publish_at desc, f.id desc limit ? offset ?) p order by p.publish_at desc, p.id desc`,
    [...bindings, offset + COUNT_AHEAD, ...bindings, limit, offset] as never);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** All versions of these posts that were ever for sale, also those that were taken out; the newest first. */
export async function versionsOf(db: TenantDb, firstIds: readonly string[]): Promise<VersionRow[]> {
  if (firstIds.length === 0) return [];
  const { rows } = await db.raw<{ rows: VersionRow[] }>(
    `select id, serial, publish_at, amount_minor, currency, deleted_at, reuse_of from (
       select * from ?? where id = any (?::uuid[]) union all select * from ?? where reuse_of = any (?::uuid[])
     ) v order by serial desc`,
    [db.table('posts'), [...firstIds], db.table('posts'), [...firstIds]] as never);
  return rows;
}
