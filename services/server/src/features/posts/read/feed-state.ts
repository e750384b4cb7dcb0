import type { TableOf, TenantDb } from '@backlot/database';
import { sql, table, type Sql } from '@backlot/database/sql';
import type { Actor } from '../../../actor.ts';
import { contentHolds, type ContentHold } from '../../checkout/index.ts';
import { besideMembership } from '../../memberships/index.ts';
import { heldPosts, postKind } from '../write/post-kind.ts';
import { fanViewerOf, staffViewerOf, type PostViewer } from './visible-post.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    /** A row for each change of what posts look like to everybody; those before the last hundred are taken away. */
    post_changes: TableOf<{ id: string; mark: string }>;
  }
}

/** What of a post is not the same for everybody, or changes all the time. */
export interface OfViewer {
  readonly likes: number;
  readonly comments: number;
  readonly isLiked: boolean;
  readonly hold: Pick<ContentHold, 'isOwned' | 'isPaying'> | undefined;
}

/** A viewer, and what they get of some posts. */
export interface FeedState {
  readonly viewer: PostViewer;
  /** Another after each change of posts, their files, tags or categories; the same as long as none was committed. */
  readonly version: string;
  /** They bought something that was published again: their feed may have other versions than everybody's. */
  readonly holdsVersions: boolean;
  readonly posts: ReadonlyMap<string, OfViewer>;
}

/** What a feed that is read anew needs to know besides. */
export interface NewFeedState extends FeedState {
  /** Whether any post was ever published again. */
  readonly hasVersions: boolean;
  /** When time alone changes it next; null for never. */
  readonly changesAt: Date | null;
}

type Counted = readonly [
  id: string,
  likes: number,
  comments: number,
  isLiked: boolean,
  isOwned: boolean,
  isPaying: boolean,
];
interface StateRow {
  readonly postsVersion: string;
  readonly holdsVersions: boolean;
  readonly ofPosts: readonly Counted[];
}
interface NewStateRow extends StateRow {
  readonly hasVersions: boolean;
  readonly changesAt: Date | null;
}

/**
 * Who looks, and what they get of these posts, in one statement.
 *
 * @param asksVersions whether it makes a difference that they bought a version of a post
 */
export const feedStateOf = async (
  db: TenantDb,
  actor: Actor | null,
  ids: readonly string[],
  asksVersions: boolean,
  now: Date,
): Promise<FeedState> => {
  const userId = actor?.userId ?? null;
  const state = sql<StateRow>`
    select ${version} as "postsVersion", ${asksVersions ? holdsVersions(userId) : sql`false`} as "holdsVersions", ${ofPosts(userId, ids)} as "ofPosts"`;
  return (await ofActor(db, actor, state, now)).state;
};

/** Who looks, and what is to be known before a feed is read anew, in one statement. */
export async function newFeedStateOf(db: TenantDb, actor: Actor | null, now: Date): Promise<NewFeedState> {
  const userId = actor?.userId ?? null;
  const { row, state } = await ofActor(
    db,
    actor,
    sql<NewStateRow>`
      select ${version} as "postsVersion", ${holdsVersions(userId)} as "holdsVersions", '[]'::json as "ofPosts",
        exists (select 1 from ${table('posts')} v where v.reuse_of is not null) as "hasVersions",
        least(
          (select f.publish_at from ${table('posts')} f where f.deleted_at is null and f.publish_at > ${now} order by f.publish_at limit 1),
          (select min(v.replaced_at) from ${versions} v where v.replaced_at > ${now})) as "changesAt"`,
    now,
  );
  return { ...state, hasVersions: row.hasVersions, changesAt: row.changesAt };
}

async function ofActor<Row extends StateRow>(
  db: TenantDb,
  actor: Actor | null,
  statement: Sql<Row>,
  now: Date,
): Promise<{ row: Row; state: FeedState }> {
  const known = actor === null ? guest : staffViewerOf(actor);
  if (actor === null || known !== null) {
    const row = await statement.prepared().one(db);
    return { row, state: stateOf(row, known ?? guest) };
  }
  const found = await besideMembership(db, statement, actor.userId, now);
  if (found === null) throw new Error('A statement that answers one row answered none.');
  return { row: found.row, state: stateOf(found.row, fanViewerOf(actor, found.membership)) };
}

const guest: PostViewer = { userId: null, person: null, isSubscribedEver: false };

const stateOf = (
  { postsVersion, holdsVersions: holds, ofPosts: counted }: StateRow,
  viewer: PostViewer,
): FeedState => ({
  viewer,
  version: postsVersion,
  holdsVersions: holds,
  posts: new Map(
    counted.map(([id, likes, comments, isLiked, isOwned, isPaying]) => [
      id,
      { likes, comments, isLiked, hold: isOwned || isPaying ? { isOwned, isPaying } : undefined },
    ]),
  ),
});

/**
 * Which changes there are: rows are only added and taken away, each with a random mark, so no two states have the same
 * last one, number and sum, in whatever order they were committed.
 */
const version = sql`(
  select concat(coalesce(max(c.id), 0), '-', count(*), '-', coalesce(sum(c.mark), 0)) from ${table('post_changes')} c
)`;

/** Posts that were published again, in all of their versions, by the index of the later ones. */
const versions = sql`(
  select v.id, v.replaced_at from ${table('posts')} v where v.reuse_of is not null
  union all
  select f.id, f.replaced_at from ${table('posts')} f where f.id in (select v.reuse_of from ${table('posts')} v where v.reuse_of is not null)
)`;

const holdsVersions = (userId: string | null): Sql =>
  userId === null
    ? sql`false`
    : sql`exists (select 1 from ${versions} v join ${heldPosts(userId)} e on e.content_id = v.id)`;

const ofPosts = (userId: string | null, ids: readonly string[]): Sql =>
  userId === null
    ? sql`(
        select coalesce(json_agg(json_build_array(p.id, p.likes_count, p.comments_count, false, false, false)), '[]')
        from ${table('posts')} p where p.id = any (${ids}::uuid[]))`
    : sql`(
        select coalesce(json_agg(json_build_array(p.id, p.likes_count, p.comments_count,
          exists (select 1 from ${table('post_likes')} l where l.post_id = p.id and l.user_id = ${userId}),
          coalesce(h."isOwned", false), coalesce(h."isPaying", false))), '[]')
        from ${table('posts')} p left join (${contentHolds(userId, postKind, ids)}) h on h."contentId" = p.id
        where p.id = any (${ids}::uuid[]))`;
