import type { TenantDb } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { postAccess, type AccessReason } from '@backlot/domain/access';
import type { SubscriptionStatus } from '@backlot/domain/people/roles';
import { isWithin } from '@backlot/media';
import { asPerson, type Actor } from '../../../actor.ts';
import { append } from '../../../jobs/append.ts';
import type { MediaHolder, OpenedMedium, PaidFor, SettledMedium } from '../../../joints/media-holder.ts';
import { isPaidStretch, membershipsAt } from '../../memberships/index.ts';
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
  /** Of the purchase that opens it. */
  readonly entitlement_id: string | null;
  readonly status: SubscriptionStatus;
  /** The membership is paid for at this time. */
  readonly is_paid: boolean;
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
): Promise<ReadonlyMap<string, OpenedMedium>> {
  const opened = new Map<string, OpenedMedium>();
  for (const post of await listHolding(db, viewer?.userId ?? null, mediaIds, now)) {
    const one = openedBy(post, viewer, now);
    const known = opened.get(post.media_id);
    if (one !== null) opened.set(post.media_id, known === undefined ? one : mostOf(known, one));
  }
  return opened;
}

/** What two posts open of a medium that both hold. */
function mostOf(one: OpenedMedium, other: OpenedMedium): OpenedMedium {
  if (one.level !== other.level) return isWithin(one.level, other.level) ? other : one;
  const isFree = one.paidFor === undefined || other.paidFor === undefined;
  return isFree ? { level: one.level } : { level: one.level, paidFor: [...one.paidFor, ...other.paidFor] };
}

const bought = [{ revokedAt: null }];

function openedBy(post: HoldingPost, viewer: Actor | null, now: Date): OpenedMedium | null {
  const { canSee, canOpen, isListed, reason } = postAccess({
    post: accessInputOf(post),
    viewer: viewer === null ? null : asPerson(viewer, post.status),
    entitlements: post.entitlement_id === null ? [] : bought,
    now,
  });
  if (canSee) return { level: 'full', ...paidWith(post, reason) };
  if (!canOpen && !isListed) return null;
  return { level: post.is_preview ? 'preview' : 'teaser' };
}

/** Not a preview, which everybody may see, nor what a gift opens. */
function paidWith(post: HoldingPost, reason: AccessReason): { readonly paidFor?: readonly PaidFor[] } {
  if (post.is_preview) return {};
  if (reason === 'bought' && post.entitlement_id !== null) return { paidFor: [{ entitlementId: post.entitlement_id }] };
  return reason === 'member' && post.is_paid ? { paidFor: ['membership'] } : {};
}

const listHolding = (
  db: TenantDb,
  userId: string | null,
  mediaIds: readonly string[],
  now: Date,
): Promise<HoldingPost[]> =>
  sql<HoldingPost>`
    select pm.media_id, pm.is_preview, p.visibility, p.publish_at, p.deleted_at, p.replaced_at, p.media_failed, p.media_waiting,
      p.caption_blur, coalesce(s.status, '0') as status, ${isPaidStretch(userId, now)} as is_paid,
      (select e.id from ${heldPosts(userId)} e where e.content_id = p.id) as entitlement_id
    from ${table('post_media')} pm join ${table('posts')} p on p.id = pm.post_id left join ${membershipsAt(now)} s on s.user_id = ${userId}::uuid
    where pm.media_id = any (${mediaIds}::uuid[])`.all(db);
