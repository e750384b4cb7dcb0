import type { TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { mediaRows } from '../media/index.ts';
import { openPurchases, type Undeliverable } from '../checkout/index.ts';
import { heldPosts, postKind } from './write/post-kind.ts';
import type { PostRow } from './post-rows.ts';

/** The post that all versions of one are known by. */
export const firstOf = (row: Pick<PostRow, 'id' | 'reuse_of'>): string => row.reuse_of ?? row.id;

/** Whether it may have other versions at all: most posts have none and cost nothing more. */
export const hasVersions = (row: Pick<PostRow, 'reuse_of' | 'replaced_at'>): boolean =>
  row.reuse_of !== null || row.replaced_at !== null;

/** Versions change in turn: whoever changes one takes the first of them before, so that nobody waits in a circle. */
export async function lockFirst(db: TenantDb, postId: string): Promise<void> {
  await sql`
    select 1 from ${table('posts')} f
    where f.id = (select coalesce(p.reuse_of, p.id) from ${table('posts')} p where p.id = ${postId}) for update`.run(
    db,
  );
}

/** The same for all posts that wait for a medium. */
export async function lockFirstsOfMedium(db: TenantDb, mediaId: string): Promise<void> {
  await sql`
    select 1 from ${table('posts')} f where f.id in (
      select p.reuse_of from ${table('post_media')} pm join ${table('posts')} p on p.id = pm.post_id where pm.media_id = ${mediaId}
    ) order by f.id for update`.run(db);
}

/**
 * When each version of a post gives its place to a later one: at the instant from which the next complete version
 * is to be seen. One that was taken out before its time, or is not complete, takes nobody's place.
 */
export async function rankVersions(db: TenantDb, firstId: string): Promise<void> {
  // Two versions that settle at once would each not see the other.
  await db('posts').where({ id: firstId }).forUpdate().first('id');
  await sql`
    update ${table('posts')} p set replaced_at = next.at from (
      select v.id, (
        select min(greatest(n.publish_at, n.created_at)) from ${table('posts')} n
        where (n.id = ${firstId} or n.reuse_of = ${firstId}) and n.serial > v.serial and n.media_waiting = 0 and n.media_failed = 0
          and (n.deleted_at is null or n.deleted_at > greatest(n.publish_at, n.created_at))) as at
      from ${table('posts')} v where v.id = ${firstId} or v.reuse_of = ${firstId}
    ) next where p.id = next.id and p.replaced_at is distinct from next.at`.run(db);
}

/** The version of a post that a fan has: the one they bought, else the one that stands in the feed; null for neither. */
export async function findVersionFor(
  db: TenantDb,
  firstId: string,
  userId: string | null,
  now: Date,
): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select v.id from ${table('posts')} v left join ${heldPosts(userId)} e on e.content_id = v.id
    where (v.id = ${firstId} or v.reuse_of = ${firstId}) and (e.id is not null or (v.deleted_at is null and v.media_waiting = 0
      and v.media_failed = 0 and v.publish_at <= ${now} and (v.replaced_at is null or v.replaced_at > ${now})))
    order by e.id is null, v.serial desc limit 1`.first(db);
  return found?.id ?? null;
}

/** What keeps a post from being sold to somebody. */
export interface SaleObstacles {
  /** They bought it in any of its versions (REUSE-30): nobody is to pay for two. */
  readonly ownsVersion: boolean;
  /**
   * They own all that it sells through other posts, by the bytes of its files: nobody is to pay twice for the same. Files
   * whose bytes nobody knows yet are nobody's.
   */
  readonly ownsContent: boolean;
  /** The purchase of it, also in another version, that is under way. */
  readonly openIntentId: string | null;
}

export const saleObstaclesOf = (db: TenantDb, postId: string, userId: string): Promise<SaleObstacles> =>
  saleObstacles(postId, userId).prepared().one(db);

export const saleObstacles = (postId: string, userId: string): Sql<SaleObstacles> =>
  // The versions are looked up once: to plan their lookup takes longer than all the rest.
  sql<SaleObstacles>`
    with version as materialized (select v.id from ${versionsOf(postId)} v)
    select
      (select true from version v join ${heldPosts(userId)} e on e.content_id = v.id limit 1) is not null as "ownsVersion",
      coalesce((
        select bool_and(exists (
          select 1 from ${mediaRows} m join ${mediaRows} same on same.sha256 = m.sha256
            join ${table('post_media')} held on held.media_id = same.id and not held.is_preview
            join ${heldPosts(userId)} e on e.content_id = held.post_id
          where m.id = pm.media_id))
        from ${table('post_media')} pm where pm.post_id = ${postId} and not pm.is_preview), false) as "ownsContent",
      (select o.id from version v
        join ${openPurchases(userId, postKind)} o on o.content_id = v.id limit 1) as "openIntentId"`;

/** Why what was paid for can't be given. */
export function whyOwned({ ownsVersion, ownsContent }: SaleObstacles): Undeliverable | null {
  if (ownsVersion) return { reason: 'owned-already', refusal: 'content-already-unlocked' };
  // The same files, uploaded again for another post.
  return ownsContent ? { reason: 'owned-already', refusal: 'content-owned-elsewhere' } : null;
}

/** Every version of a post by its id, itself among them. */
const versionsOf = (postId: string): Sql<{ id: string }> => sql`(
  select v.id from (select coalesce(reuse_of, id) as id from ${table('posts')} where id = ${postId}) first
    cross join lateral (${versionsFrom(sql`first.id`)}) v
)`;

/** Ids of a post's versions, by two indexes; `first` is the first of them. */
const versionsFrom = (first: Sql): Sql<{ id: string }> => sql`
  select v.id from ${table('posts')} v where v.id = ${first} union all select v.id from ${table('posts')} v where v.reuse_of = ${first}`;

/**
 * Which versions stand in somebody's feed: the one they bought and no other, else the newest (REUSE-29, REUSE-30).
 * `f` is the post. Posts without versions are decided by their row alone; for others a few keys are looked up. Scalar
 * queries, because the planner would rather read all that the person ever bought for an `exists`.
 */
export function standsInFeed(userId: string | null, now: Date): Sql {
  if (userId === null) return isNewest(now);
  const held = heldPosts(userId);
  return sql`((f.reuse_of is null and f.replaced_at is null)
    or (select true from ${held} e where e.content_id = f.id limit 1)
    or (${isNewest(now)} and (
      select true from (${versionsFrom(sql`coalesce(f.reuse_of, f.id)`)}) v
        join ${held} e on e.content_id = v.id where v.id <> f.id limit 1) is null))`;
}

/** The newest versions: everybody has as many posts, each in some version, so this counts them for all. */
export const isNewest = (now: Date): Sql => sql`(f.replaced_at is null or f.replaced_at > ${now})`;
