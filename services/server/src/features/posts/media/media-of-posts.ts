import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { postAccess } from '@backlot/domain/access';
import type { SubscriptionStatus } from '@backlot/domain/people/roles';
import { isWithin, type MediaLevel } from '@backlot/media';
import { asPerson, type Actor } from '../../../actor.ts';
import { append } from '../../../jobs/append.ts';
import type { MediaHolder, SettledMedium } from '../../../joints/media-holder.ts';
import { membershipsAt } from '../../memberships/index.ts';
import { accessInputOf, countSettled, postName, type PostRow } from '../post-rows.ts';
import { lockFirstsOfMedium, rankVersions } from '../version-rows.ts';
import { heldPosts } from '../write/post-kind.ts';
import { usesOfMedia } from './media-uses.ts';

/** Posts as holders of media: their files and previews. */
export const mediaOfPosts: MediaHolder = {
  name: 'posts',
  visibleTo: mediaVisibleTo,
  settled: settlePosts,
  reopened: reopenPosts,
  uses: usesOfMedia,
};

/** With the medium's own transaction: its posts wait for one less, and who made a post hears when it is complete. */
async function settlePosts(db: TenantDb, media: SettledMedium): Promise<void> {
  await lockFirstsOfMedium(db, media.id);
  for (const post of await countSettled(db, media.id, !media.isReady)) {
    if (post.media_waiting === 0 && post.reuse_of !== null) await rankVersions(db, post.reuse_of);
    if (post.media_waiting > 0 || post.created_by === null || post.deleted_at !== null) continue;
    await append(db, `user:${post.created_by}`, post.media_failed > 0 ? 'POST_FAILED' : 'POST_READY', {
      postId: post.id,
      title: postName(post),
    });
  }
}

/** With the transaction that opens a failed medium again: its posts wait for it once more. */
async function reopenPosts(db: TenantDb, mediaId: string): Promise<void> {
  await sql`
    update ${table('posts')} p set media_waiting = p.media_waiting + c.places, media_failed = p.media_failed - c.places
    from (select post_id, count(*)::int as places from ${table('post_media')} where media_id = ${mediaId} group by post_id) c
    where p.id = c.post_id`.run(db);
}

/** A post that holds one of the media, and what access asks of it. */
type HoldingPost = Pick<
  PostRow,
  'visibility' | 'publish_at' | 'deleted_at' | 'replaced_at' | 'media_failed' | 'media_waiting' | 'caption_blur'
> & {
  readonly media_id: string;
  readonly is_preview: boolean;
  readonly is_owned: boolean;
  readonly status: SubscriptionStatus;
};

/**
 * What one person may have of media by the posts that hold them: the same rule as for feed and detail, in one statement
 * by indexes.
 */
async function mediaVisibleTo(
  db: TenantDb,
  viewer: Actor | null,
  mediaIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, MediaLevel>> {
  const levels = new Map<string, MediaLevel>();
  for (const post of await listHolding(db, viewer?.userId ?? null, mediaIds, now)) {
    const level = levelOf(post, viewer, now);
    const known = levels.get(post.media_id);
    if (level !== null && (known === undefined || !isWithin(level, known))) levels.set(post.media_id, level);
  }
  return levels;
}

const bought = [{ revokedAt: null }];

function levelOf(post: HoldingPost, viewer: Actor | null, now: Date): MediaLevel | null {
  const { canSee, canOpen, isListed } = postAccess({
    post: accessInputOf(post),
    viewer: viewer === null ? null : asPerson(viewer, post.status),
    entitlements: post.is_owned ? bought : [],
    now,
  });
  if (canSee) return 'full';
  if (!canOpen && !isListed) return null;
  return post.is_preview ? 'preview' : 'teaser';
}

const listHolding = (
  db: TenantDb,
  userId: string | null,
  mediaIds: readonly string[],
  now: Date,
): Promise<HoldingPost[]> =>
  sql<HoldingPost>`
    select pm.media_id, pm.is_preview, p.visibility, p.publish_at, p.deleted_at, p.replaced_at, p.media_failed, p.media_waiting,
      p.caption_blur, coalesce(s.status, '0') as status,
      exists (select 1 from ${heldPosts(userId)} e where e.content_id = p.id) as is_owned
    from ${table('post_media')} pm join ${table('posts')} p on p.id = pm.post_id left join ${membershipsAt(now)} s on s.user_id = ${userId}::uuid
    where pm.media_id = any (${mediaIds}::uuid[])`.all(db);
