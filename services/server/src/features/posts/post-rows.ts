import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import type { PostAccessInput, Visibility } from '@backlot/domain/access';
import { captionPreview } from '@backlot/domain/limits';
import type { PostFiles } from './media/given-preview.ts';

export interface PostRow {
  id: string;
  serial: number;
  title: string;
  caption: string;
  visibility: Visibility;
  amount_minor: number | null;
  currency: string;
  private_blur: boolean;
  caption_blur: boolean;
  publish_at: Date;
  photo_count: number;
  video_count: number;
  media_waiting: number;
  media_failed: number;
  likes_count: number;
  created_by: string | null;
  created_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
  source_key: string | null;
  source_hash: string | null;
  comments_count: number;
  category_id: string | null;
  /** The first version of a post that was published again. */
  reuse_of: string | null;
  /** A later version took its place in the feed. */
  replaced_at: Date | null;
  show_content_length: boolean;
  show_media_count: boolean;
  edited_at: Date | null;
}

export interface PostMediaRow {
  post_id: string;
  media_id: string;
  position: number;
  is_preview: boolean;
  /** Of a preview that gives away a whole file of its post. */
  given_by: string | null;
  given_at: Date | null;
}
export interface PostLikeRow {
  post_id: string;
  user_id: string;
  created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    posts: TableOf<PostRow>;
    post_media: TableOf<PostMediaRow>;
    post_likes: TableOf<PostLikeRow>;
  }
}

type Filled =
  | 'video_count'
  | 'comments_count'
  | 'category_id'
  | 'reuse_of'
  | 'replaced_at'
  | 'show_content_length'
  | 'show_media_count'
  | 'edited_at';
export type NewPost = Omit<PostRow, 'serial' | 'deleted_at' | 'deleted_by' | Filled> & Partial<Pick<PostRow, Filled>>;

/** The row as the access rule knows a post. */
export const accessInputOf = (
  row: Pick<
    PostRow,
    'visibility' | 'publish_at' | 'deleted_at' | 'replaced_at' | 'media_failed' | 'media_waiting' | 'caption_blur'
  >,
): PostAccessInput => ({
  visibility: row.visibility,
  publishedAt: row.publish_at,
  isRemoved: row.deleted_at !== null,
  replacedAt: row.replaced_at,
  hasError: row.media_failed > 0,
  contentLeftForProcessing: row.media_waiting,
  captionBlur: row.caption_blur,
});

/** Its title, else how its caption begins. */
export const nameOf = (row: Pick<PostRow, 'title' | 'caption'>): string =>
  row.title || captionPreview(row.caption.trim().split('\n', 1)[0] ?? '');

/** What a post is called where it is not shown: its title, else how its caption begins, else its number. */
export const postName = (row: Pick<PostRow, 'title' | 'caption' | 'serial'>): string => nameOf(row) || `#${row.serial}`;

export async function insertPost(db: TenantDb, row: NewPost, postFiles: PostFiles): Promise<void> {
  await db('posts').insert(row);
  await insertPostMedia(db, row.id, postFiles);
}

export async function insertPostMedia(
  db: TenantDb,
  postId: string,
  { files, preview, given = null }: PostFiles,
): Promise<void> {
  await db('post_media').insert([
    ...files.map((mediaId, position) => ({ post_id: postId, media_id: mediaId, position, is_preview: false })),
    ...(preview === null ? [] : [{ post_id: postId, media_id: preview, position: 0, is_preview: true, ...given }]),
  ]);
}

/** Null when there is no such post, or no longer. */
export async function markDeleted(db: TenantDb, id: string, by: string, now: Date): Promise<PostRow | null> {
  const [row] = await db('posts')
    .where({ id })
    .whereNull('deleted_at')
    .update({ deleted_at: now, deleted_by: by })
    .returning('*');
  return row ?? null;
}

/** A post that is to be changed: it stands still until the transaction ends. */
export const lockPost = async (db: TenantDb, id: string): Promise<PostRow | null> =>
  (await db('posts').where({ id }).whereNull('deleted_at').forUpdate().first()) ?? null;

/** Its pictures and films in their order, and its preview. */
export async function filesOfPost(db: TenantDb, postId: string): Promise<PostFiles & { readonly files: string[] }> {
  const rows = await db('post_media')
    .where({ post_id: postId })
    .orderBy('position')
    .select('media_id', 'is_preview', 'given_by', 'given_at');
  const preview = rows.find((row) => row.is_preview);
  return {
    files: rows.filter((row) => !row.is_preview).map((row) => row.media_id),
    preview: preview?.media_id ?? null,
    given: preview?.given_at ? { given_by: preview.given_by, given_at: preview.given_at } : null,
  };
}

export type PostChange = Partial<Omit<PostRow, 'id' | 'serial'>>;
export async function changePost(db: TenantDb, id: string, change: PostChange): Promise<void> {
  await db('posts').where({ id }).update(change);
}

export async function replaceMedia(db: TenantDb, postId: string, postFiles: PostFiles): Promise<void> {
  await db('post_media').where({ post_id: postId }).delete();
  await insertPostMedia(db, postId, postFiles);
}

/** The number of comments afterwards. */
export async function countComment(db: TenantDb, postId: string, by: -1 | 0 | 1): Promise<number> {
  const [row] = await db('posts').where({ id: postId }).increment('comments_count', by).returning('comments_count');
  return row?.comments_count ?? 0;
}

/** Comments that were brought in: one more for each time that a post is named. */
export async function countImportedComments(db: TenantDb, postIds: readonly string[]): Promise<void> {
  await sql`update ${table('posts')} p set comments_count = p.comments_count + c.made
    from (select post_id, count(*)::int as made from unnest(${postIds}::uuid[]) as u (post_id) group by 1) c
    where p.id = c.post_id`.run(db);
}

/** The number of likes afterwards. Liking twice is liking once. */
export async function setLike(
  db: TenantDb,
  postId: string,
  userId: string,
  isLiked: boolean,
  now: Date,
): Promise<number> {
  const changed = isLiked
    ? await db('post_likes')
        .insert({ post_id: postId, user_id: userId, created_at: now })
        .onConflict(['post_id', 'user_id'])
        .ignore()
        .returning('post_id')
    : await db('post_likes').where({ post_id: postId, user_id: userId }).delete().returning('post_id');
  if (changed.length === 0) return (await db('posts').where({ id: postId }).first('likes_count'))?.likes_count ?? 0;
  const [row] = await db('posts')
    .where({ id: postId })
    .increment('likes_count', isLiked ? 1 : -1)
    .returning('likes_count');
  return row?.likes_count ?? 0;
}

export interface SettledPost extends Pick<
  PostRow,
  'id' | 'title' | 'caption' | 'serial' | 'media_waiting' | 'media_failed' | 'created_by' | 'deleted_at' | 'reuse_of'
> {}

/** A medium has come to its end: its posts wait for one less. Answers the posts as they are now. */
export async function countSettled(db: TenantDb, mediaId: string, hasFailed: boolean): Promise<SettledPost[]> {
  return sql<SettledPost>`
    update ${table('posts')} p set media_waiting = p.media_waiting - c.places, media_failed = p.media_failed + c.places * ${hasFailed ? 1 : 0}::int
    from (select post_id, count(*)::int as places from ${table('post_media')} where media_id = ${mediaId} group by post_id) c
    where p.id = c.post_id
    returning p.id, p.title, p.caption, p.serial, p.media_waiting, p.media_failed, p.created_by, p.deleted_at, p.reuse_of`.all(
    db,
  );
}

export interface UnfinishedCounts {
  readonly failed: number;
  readonly processing: number;
  readonly scheduled: number;
}

/** What needs staff's attention. */
export const countUnfinished = (db: TenantDb, now: Date): Promise<UnfinishedCounts> =>
  sql<UnfinishedCounts>`select
    (select count(*)::int from ${table('posts')} where deleted_at is null and media_failed > 0) as failed,
    (select count(*)::int from ${table('posts')} where deleted_at is null and media_waiting > 0 and media_failed = 0) as processing,
    (select count(*)::int from ${table('posts')} where deleted_at is null and publish_at > ${now}) as scheduled`.one(
    db,
  );

/** Whether anything was ever posted here that is still there, published or to come. */
export const hasPosts = async (db: TenantDb): Promise<boolean> =>
  (await db('posts').whereNull('deleted_at').first('id')) !== undefined;

/** Names of posts for lists of staff, also of those that were taken out. */
export async function postNamesOf(db: TenantDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db('posts')
    .whereIn('id', [...ids])
    .select('id', 'title', 'caption', 'serial');
  return new Map(rows.map((row) => [row.id, postName(row)]));
}
