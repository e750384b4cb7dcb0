import type { TenantDb } from '@backlot/database';
import type { PostRow } from './post-rows.ts';

/** The post that all versions of one are known by. */
export const firstOf = (row: Pick<PostRow, 'id' | 'reuse_of'>): string => row.reuse_of ?? row.id;

/** Whether it may have other versions at all: most posts have none and cost nothing more. */
export const hasVersions = (row: Pick<PostRow, 'reuse_of' | 'replaced_at'>): boolean => row.reuse_of !== null || row.replaced_at !== null;

/** Versions change in turn: whoever changes one takes the first of them before, so that nobody waits in a circle. */
export async function lockFirst(db: TenantDb, postId: string): Promise<void> {
  await db.raw('select 1 from ?? f where f.id = (select coalesce(p.reuse_of, p.id) from ?? p where p.id = ?) for update', [db.table('posts'), db.table('posts'), postId]);
}

/** The same for all posts that wait for a medium. */
export async function lockFirstsOfMedium(db: TenantDb, mediaId: string): Promise<void> {
  await db.raw(
    'select 1 from ?? f where f.id in (select p.reuse_of from ?? pm join ?? p on p.id = pm.post_id where pm.media_id = ?) order by f.id for update',
    [db.table('posts'), db.table('post_media'), db.table('posts'), mediaId]);
}

/**
 * When each version of a post gives its place to a later one: at the instant from which the next complete version
 * is to be seen. One that was taken out before its time, or is not complete, takes nobody's place.
 */
export async function rankVersions(db: TenantDb, firstId: string): Promise<void> {
  // Two versions that settle at once would each not see the other.
  await db.raw('select 1 from ?? where id = ? for update', [db.table('posts'), firstId]);
  await db.raw(
    `update ?? p set replaced_at = next.at from (
       select v.id, (
         select min(greatest(n.publish_at, n.created_at)) from ?? n
         where (n.id = ? or n.reuse_of = ?) and n.serial > v.serial and n.media_waiting = 0 and n.media_failed = 0
           and (n.deleted_at is null or n.deleted_at > greatest(n.publish_at, n.created_at))) as at
       from ?? v where v.id = ? or v.reuse_of = ?
     ) next where p.id = next.id and p.replaced_at is distinct from next.at`,
    [db.table('posts'), db.table('posts'), firstId, firstId, db.table('posts'), firstId, firstId]);
}

/** The version of a post that a fan has: the one they bought, else the one that stands in the feed; null for neither. */
export async function findVersionFor(db: TenantDb, firstId: string, userId: string | null, now: Date): Promise<string | null> {
  const { rows } = await db.raw<{ rows: Array<{ id: string }> }>(
    `select v.id from ?? v left join ?? e on e.user_id = ?::uuid and e.kind = 'post' and e.content_id = v.id and e.revoked_at is null
     where (v.id = ? or v.reuse_of = ?) and (e.id is not null or (v.deleted_at is null and v.media_waiting = 0 and v.media_failed = 0
       and v.publish_at <= ? and (v.replaced_at is null or v.replaced_at > ?)))
     order by e.id is null, v.serial desc limit 1`,
    [db.table('posts'), db.table('entitlements'), userId, firstId, firstId, now, now] as never);
  return rows[0]?.id ?? null;
}

/** Whether a person bought this post in any of its versions (REUSE-30): nobody is to pay for two. */
export async function ownsVersionOf(db: TenantDb, postId: string, userId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `select 1 from (select coalesce(reuse_of, id) as id from ?? where id = ?) first
       cross join lateral (select v.id from ?? v where v.id = first.id union all select v.id from ?? v where v.reuse_of = first.id) v
       join ?? e on e.user_id = ? and e.kind = 'post' and e.content_id = v.id and e.revoked_at is null limit 1`,
    [db.table('posts'), postId, db.table('posts'), db.table('posts'), db.table('entitlements'), userId] as never);
  return rows.length > 0;
}

/** All versions of a post, itself among them. */
export async function versionIdsOf(db: TenantDb, postId: string): Promise<string[]> {
  const first = db('posts').where({ id: postId }).select(db.raw('coalesce(reuse_of, id)') as never);
  return (await db('posts').where('id', first).orWhere('reuse_of', first).select('id')).map(({ id }) => id);
}

interface Sql { readonly sql: string; readonly bindings: readonly unknown[] }

/**
 * Which versions stand in somebody's feed: the one they bought and no other, else the newest (REUSE-29, REUSE-30).
 * `f` is the post. Posts without versions are decided by their row alone; for others a few keys are looked up. Scalar
 * queries, because the planner would rather read all that the person ever bought for an `exists`.
 */
export function versionSql(db: TenantDb, userId: string | null, now: Date): Sql {
  if (userId === null) return newestSql(now);
  const owned = 'e.user_id = ? and e.kind = \'post\' and e.revoked_at is null';
  return {
    sql: `((f.reuse_of is null and f.replaced_at is null)
      or (select true from ?? e where ${owned} and e.content_id = f.id limit 1)
      or ((f.replaced_at is null or f.replaced_at > ?) and (
        select true from (select v.id from ?? v where v.id = coalesce(f.reuse_of, f.id) union all select v.id from ?? v where v.reuse_of = coalesce(f.reuse_of, f.id)) v
          join ?? e on ${owned} and e.content_id = v.id where v.id <> f.id limit 1) is null))`,
    bindings: [db.table('entitlements'), userId, now, db.table('posts'), db.table('posts'), db.table('entitlements'), userId],
  };
}

/** The newest versions: everybody has as many posts, each in some version, so this counts them for all. */
export const newestSql = (now: Date): Sql => ({ sql: '(f.replaced_at is null or f.replaced_at > ?)', bindings: [now] });
