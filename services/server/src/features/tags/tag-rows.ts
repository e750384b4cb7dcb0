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

export const findTag = async (db: TenantDb, id: string): Promise<FeedTagRow | null> => await db('feed_tags').where({ id }).first() ?? null;

/** Null when another tag has that slug. */
export async function insertTag(db: TenantDb, tag: FeedTagRow): Promise<FeedTagRow | null> {
  const [row] = await db('feed_tags').insert(tag).onConflict('slug').ignore().returning('*');
  return row ?? null;
}

export const isSlugTaken = async (db: TenantDb, slug: string, exceptId: string): Promise<boolean> =>
  await db('feed_tags').where({ slug }).whereNot({ id: exceptId }).first('id') !== undefined;

export async function renameTag(db: TenantDb, id: string, { name, slug }: { name: string; slug: string }): Promise<void> {
  await db('feed_tags').where({ id }).update({ name, slug });
}

/** False when there was none. */
export const deleteTagRow = async (db: TenantDb, id: string): Promise<boolean> => Number(await db('feed_tags').where({ id }).delete()) > 0;

export type TagOnPost = Pick<FeedTagRow, 'id' | 'name' | 'slug'>;

export const tagsOfPost = async (db: TenantDb, postId: string): Promise<TagOnPost[]> =>
  (await db.raw<{ rows: TagOnPost[] }>('select t.id, t.name, t.slug from ?? pt join ?? t on t.id = pt.tag_id where pt.post_id = ? order by t.slug',
    [db.table('post_tags'), db.table('feed_tags'), postId])).rows;

/** Puts a tag on a post of this site, with the post's own time. False when there is no such post. */
export async function putTag(db: TenantDb, postId: string, tagId: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>('select publish_at from ?? where id = ? and deleted_at is null for update', [db.table('posts'), postId]);
  const post = rows[0] as { publish_at: Date } | undefined;
  if (post === undefined) return false;
  await db('post_tags').insert({ post_id: postId, tag_id: tagId, publish_at: post.publish_at }).onConflict(['post_id', 'tag_id']).ignore();
  return true;
}

export const takeTag = (db: TenantDb, postId: string, tagId: string): Promise<number> =>
  db('post_tags').where({ post_id: postId, tag_id: tagId }).delete().then(Number);

/** A post moved in time: so does its place in the feeds of its tags. */
export async function moveTags(db: TenantDb, postId: string, publishAt: Date): Promise<void> {
  await db('post_tags').where({ post_id: postId }).update({ publish_at: publishAt });
}

/** Nobody reads further than that. */
const COUNT_TO = 1_000;

/**
 * By name, each with its number of published posts, at most a thousand. All are counted in one walk: asked tag by tag,
 * Postgres reads the posts once for each of them.
 */
export async function listTags(db: TenantDb, now: Date): Promise<CountedTag[]> {
  const { sql, bindings } = countedTagsSql(db, now);
  return (await db.raw<{ rows: CountedTag[] }>(sql, bindings as never)).rows;
}

export const countedTagsSql = (db: TenantDb, now: Date): { sql: string; bindings: readonly unknown[] } => ({
  sql: `select t.id, t.name, t.slug, least(coalesce(c.count, 0), ${COUNT_TO})::int as count
    from ?? t left join (
      select pt.tag_id, count(*) as count
      from ?? pt join ?? p on p.id = pt.post_id and p.deleted_at is null and p.media_waiting = 0 and p.media_failed = 0 and (p.replaced_at is null or p.replaced_at > ?)
      where pt.publish_at <= ? group by pt.tag_id
    ) c on c.tag_id = t.id order by t.slug`,
  bindings: [db.table('feed_tags'), db.table('post_tags'), db.table('posts'), now, now],
});
