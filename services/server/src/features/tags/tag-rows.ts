import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import { normaliseTag } from '@backlot/domain/posts/post-form';
import { v7 } from 'uuid';
import type { TagHolder } from '../../joints/tag-holder.ts';

export interface FeedTagRow {
  id: string;
  name: string;
  slug: string;
  created_at: Date;
}
export interface PostTagRow {
  post_id: string;
  tag_id: string;
  publish_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    feed_tags: TableOf<FeedTagRow>;
    post_tags: TableOf<PostTagRow>;
  }
}

interface TypedTag {
  readonly name: string;
  readonly slug: string;
}

/**
 * Puts tags on a post and makes those that are new. A tag is known by its slug or by its name, whatever slug it was
 * declared with. Two posts that make the same tag at once get one.
 */
export async function tagPost(
  db: TenantDb,
  post: { id: string; publishAt: Date },
  tags: readonly TypedTag[],
  now: Date,
): Promise<void> {
  if (tags.length === 0) return;
  const before = await listKnown(db, tags);
  // In one order everywhere, so that two posts with the same new tags do not wait for each other.
  const fresh = tags
    .filter((tag) => idOf(before, tag) === undefined)
    .toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
  if (fresh.length > 0)
    await db('feed_tags')
      .insert(fresh.map(({ name, slug }) => ({ id: v7(), name, slug, created_at: now })))
      .onConflict()
      .ignore();
  const known = fresh.length === 0 ? before : await listKnown(db, tags);
  const ids = new Set(tags.flatMap((tag) => idOf(known, tag) ?? []));
  await db('post_tags').insert([...ids].map((id) => ({ post_id: post.id, tag_id: id, publish_at: post.publishAt })));
}

type KnownTag = Pick<FeedTagRow, 'id' | 'slug'> & { readonly said: string };

const listKnown = (db: TenantDb, tags: readonly TypedTag[]): Promise<KnownTag[]> =>
  sql<KnownTag>`
    select id, slug, lower(btrim(name)) as said from ${table('feed_tags')} where slug = any (${tags.map(({ slug }) => slug)}::text[])
    union select id, slug, lower(btrim(name)) from ${table('feed_tags')}
      where lower(btrim(name)) = any (select lower(btrim(t)) from unnest(${tags.map(({ name }) => name)}::text[]) t)`.all(
    db,
  );

const idOf = (known: readonly KnownTag[], { name, slug }: TypedTag): string | undefined =>
  (known.find((one) => one.slug === slug) ?? known.find(({ said }) => said === normaliseTag(name)))?.id;

export const untagPost = (db: TenantDb, postId: string): Promise<number> =>
  db('post_tags').where({ post_id: postId }).delete().then(Number);

export interface CountedTag {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

export const findTag = async (db: TenantDb, id: string): Promise<FeedTagRow | null> =>
  (await db('feed_tags').where({ id }).first()) ?? null;

/** Null when another tag has that slug or that name. */
export async function insertTag(db: TenantDb, tag: FeedTagRow): Promise<FeedTagRow | null> {
  const [row] = await db('feed_tags').insert(tag).onConflict().ignore().returning('*');
  return row ?? null;
}

export const isTagTaken = async (db: TenantDb, tag: TypedTag, exceptId: string): Promise<boolean> =>
  (await listKnown(db, [tag])).some(({ id }) => id !== exceptId);

export async function renameTag(
  db: TenantDb,
  id: string,
  { name, slug }: { name: string; slug: string },
): Promise<void> {
  await db('feed_tags').where({ id }).update({ name, slug });
}

/** False when there was none. */
export const deleteTagRow = async (db: TenantDb, id: string): Promise<boolean> =>
  Number(await db('feed_tags').where({ id }).delete()) > 0;

export type TagOnPost = Pick<FeedTagRow, 'id' | 'name' | 'slug'>;

export const tagsOfPost = (db: TenantDb, postId: string): Promise<TagOnPost[]> =>
  sql<TagOnPost>`
    select t.id, t.name, t.slug from ${table('post_tags')} pt join ${table('feed_tags')} t on t.id = pt.tag_id
    where pt.post_id = ${postId} order by t.slug`.all(db);

/** The tags of a post that another feature's statement reads, as one list. */
export const tagsHangingOn = (post: Sql): Sql<readonly TagOnPost[]> => sql`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'slug', t.slug) order by t.slug), '[]')
  from ${table('post_tags')} pt join ${table('feed_tags')} t on t.id = pt.tag_id where pt.post_id = ${post}
)`;

/** The posts of a tag, to be joined in another feature's statement: by time along an index. */
export const postsWithTag = (tagId: string): Sql<Pick<PostTagRow, 'post_id' | 'publish_at'>> =>
  sql`(select post_id, publish_at from ${table('post_tags')} where tag_id = ${tagId})`;

/** Ids of the posts that have a tag with such a word; `word` is a text query. */
export const postsByTagWord = (word: string): Sql<Pick<PostTagRow, 'post_id'>> => sql`
  select pt.post_id from ${table('post_tags')} pt join ${table('feed_tags')} t on t.id = pt.tag_id
  where to_tsvector('pg_catalog.simple'::regconfig, translate(t.name, '@._+-/', '      ')) @@ to_tsquery('pg_catalog.simple'::regconfig, ${word})`;

/** Puts a tag on a post of this site, with the post's own time. False when there is no such post. */
export async function putTag(db: TenantDb, tagged: TagHolder, postId: string, tagId: string): Promise<boolean> {
  const post = await tagged.hold(db, postId);
  if (post === null) return false;
  await db('post_tags')
    .insert({ post_id: postId, tag_id: tagId, publish_at: post.publishAt })
    .onConflict(['post_id', 'tag_id'])
    .ignore();
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
export const listTags = (db: TenantDb, tagged: TagHolder, now: Date): Promise<CountedTag[]> =>
  countedTags(tagged, now).all(db);

export const countedTags = (tagged: TagHolder, now: Date): Sql<CountedTag> => sql`
  select t.id, t.name, t.slug, least(coalesce(c.count, 0), ${COUNT_TO}::int)::int as count
  from ${table('feed_tags')} t left join (
    select pt.tag_id, count(*) as count
    from ${table('post_tags')} pt join (${tagged.shownAt(now)}) p on p.id = pt.post_id
    where pt.publish_at <= ${now} group by pt.tag_id
  ) c on c.tag_id = t.id order by t.slug`;
