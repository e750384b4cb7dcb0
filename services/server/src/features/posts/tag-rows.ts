import type { TableOf, TenantDb } from '@backlot/database';
import { v7 } from 'uuid';

export interface FeedTagRow { id: string; name: string; slug: string; created_at: Date }
export interface PostTagRow { post_id: string; tag_id: string; publish_at: Date }

declare module 'knex/types/tables.js' {
  interface Tables {
    feed_tags: TableOf<FeedTagRow>;
    post_tags: TableOf<PostTagRow>;
  }
}

/** Puts tags on a post and makes those that are new. Two posts that make the same tag at once get one. */
export async function tagPost(db: TenantDb, post: { id: string; publishAt: Date }, tags: readonly { name: string; slug: string }[], now: Date): Promise<void> {
  if (tags.length === 0) return;
  // In one order everywhere, so that two posts with the same new tags do not wait for each other.
  const inOrder = [...tags].sort((one, other) => (one.slug < other.slug ? -1 : 1));
  await db('feed_tags').insert(inOrder.map(({ name, slug }) => ({ id: v7(), name, slug, created_at: now }))).onConflict('slug').ignore();
  const rows = await db('feed_tags').whereIn('slug', tags.map(({ slug }) => slug)).select('id');
  await db('post_tags').insert(rows.map(({ id }) => ({ post_id: post.id, tag_id: id, publish_at: post.publishAt })));
}

export const untagPost = (db: TenantDb, postId: string): Promise<number> => db('post_tags').where({ post_id: postId }).delete().then(Number);

export interface CountedTag { readonly id: string; readonly name: string; readonly slug: string; readonly count: number }

/** By name, each with its number of published posts. */
export async function listTags(db: TenantDb, now: Date): Promise<CountedTag[]> {
  const { rows } = await db.raw<{ rows: CountedTag[] }>(
    `select t.id, t.name, t.slug, count(p.id)::int as count
     from ?? t left join ?? pt on pt.tag_id = t.id and pt.publish_at <= ?
       left join ?? p on p.id = pt.post_id and p.deleted_at is null and p.media_waiting = 0 and p.media_failed = 0
     group by t.id order by t.slug`,
    [db.table('feed_tags'), db.table('post_tags'), now, db.table('posts')] as never);
  return rows;
}
