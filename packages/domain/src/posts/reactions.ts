import type { PostAccess, Visibility } from '../access.ts';
import type { Viewer } from '../people/roles.ts';
import { isAdmin, isSubscribed } from '../people/roles.ts';

export type Audience = 'everyone' | 'registered_and_subscribers' | 'subscribers';

/** ROLE-81 to ROLE-84: who sees comments or likes. */
export function isInReach(audience: Audience, viewer: Viewer): boolean {
  if (audience === 'everyone' || isAdmin(viewer)) return true;
  if (viewer === null) return false;
  return audience === 'registered_and_subscribers' || isSubscribed(viewer.status);
}

export interface ReactionSettings {
  readonly is_feed_like_enabled: boolean;
  readonly is_feed_comment_enabled: boolean;
  readonly like_visibility: Audience;
  readonly comment_visibility: Audience;
  readonly enable_like_count_for_private_locked_post: boolean;
  readonly enable_comment_count_for_private_locked_post: boolean;
}

/** Which counts a card shows: never of a closed post unless its own switch says so. */
export function shownCounts(
  settings: ReactionSettings,
  viewer: Viewer,
  post: { readonly visibility: Visibility },
  access: Pick<PostAccess, 'canSee'>,
): { likes: boolean; comments: boolean } {
  const isOpen = access.canSee || post.visibility === 'public';
  return {
    likes:
      settings.is_feed_like_enabled &&
      isInReach(settings.like_visibility, viewer) &&
      (isOpen || settings.enable_like_count_for_private_locked_post),
    comments:
      settings.is_feed_comment_enabled &&
      isInReach(settings.comment_visibility, viewer) &&
      (isOpen || settings.enable_comment_count_for_private_locked_post),
  };
}

export type CommentRefusal = 'closed' | 'login' | 'membership' | 'unlock' | 'audience' | 'blocked';

/**
 * Who reads and who writes comments: those who may see the post and whom the site's audience reaches. Staff always do,
 * unless comments are off for everybody.
 */
export function commentAccess(
  settings: ReactionSettings,
  viewer: Viewer,
  access: Pick<PostAccess, 'canSee' | 'state'>,
  isBlocked: boolean,
): { readonly canRead: boolean; readonly refusal: CommentRefusal | null } {
  if (!settings.is_feed_comment_enabled) return { canRead: false, refusal: 'closed' };
  const inReach = isInReach(settings.comment_visibility, viewer);
  const canRead = access.canSee && inReach;
  if (viewer === null) return { canRead, refusal: 'login' };
  if (!access.canSee) return { canRead, refusal: access.state === 'locked_nonmember' ? 'membership' : 'unlock' };
  if (!inReach) return { canRead, refusal: 'audience' };
  return { canRead, refusal: isBlocked && !isAdmin(viewer) ? 'blocked' : null };
}

/** What is wrong with a comment's words; they are stored trimmed. */
export function commentError(typed: string, most: number): 'comment-empty' | 'comment-too-long' | null {
  const text = typed.trim();
  if (text === '') return 'comment-empty';
  return [...text].length > most ? 'comment-too-long' : null;
}

/** POST-070 to POST-072, ROLE-57: what a press on the heart does. */
export function likeAction(
  viewer: Viewer,
  access: Pick<PostAccess, 'canSee'>,
): 'like' | 'detail' | 'login' | 'nothing' {
  if (viewer === null) return 'login';
  if (!access.canSee) return 'detail';
  return viewer.isProxy ? 'nothing' : 'like';
}

/** POST-068, POST-069: the state after a press, shown before the server has answered. */
export const toggleLike = (like: {
  readonly is_like: 0 | 1;
  readonly total_likes: number;
}): { is_like: 0 | 1; total_likes: number } =>
  like.is_like === 1
    ? { is_like: 0, total_likes: Math.max(0, like.total_likes - 1) }
    : { is_like: 1, total_likes: like.total_likes + 1 };
