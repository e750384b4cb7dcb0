import type { Viewer } from './people/roles.ts';
import { isAdmin, isSubscribed } from './people/roles.ts';
import type { Instant } from './formats/when.ts';
import { msOf } from './formats/when.ts';

/** A post is exactly one of these (POST-001). */
export type Visibility = 'locked' | 'private' | 'public';

export interface PostAccessInput {
  readonly visibility: Visibility;
  readonly publishedAt: Instant;
  readonly isRemoved?: boolean;
  /** From then on a later version stands in its place, and only those who bought this one still see it (REUSE-29, REUSE-30). */
  readonly replacedAt?: Instant | null;
  readonly hasError: boolean;
  /** Above 0 the post is under process (POST-046). */
  readonly contentLeftForProcessing: number;
  readonly captionBlur?: boolean;
}

/** What opened a post to a person: a purchase, a gift of staff. */
export interface Entitlement {
  readonly endsAt?: Instant | null;
  readonly revokedAt?: Instant | null;
}

export type PostState = 'error' | 'processing' | 'locked_nonmember' | 'locked_purchase' | 'unlocked';
export type AccessReason =
  | 'staff'
  | 'public'
  | 'bought'
  | 'member'
  | 'not_published'
  | 'removed'
  | 'replaced'
  | 'failed'
  | 'processing'
  | 'needs_membership'
  | 'needs_purchase';
export type CardAction = 'none' | 'register' | 'membership' | 'unlock' | 'review';

export interface PostAccess {
  readonly state: PostState;
  /** The media themselves, and a blurred caption, are open. */
  readonly canSee: boolean;
  /** The card is in this viewer's feed. */
  readonly isListed: boolean;
  /** The detail page exists for this viewer; otherwise 404. */
  readonly canOpen: boolean;
  readonly reason: AccessReason;
  readonly action: CardAction;
  readonly isCaptionHidden: boolean;
}

/** What is not there yet, or no longer, looks like any other 404 to a fan. */
const absent = { canSee: false, isListed: false, canOpen: false, action: 'none' } as const;

/** The one answer to 'may this person see this post', for feed, detail, media and search (DECISIONS 15). */
export function postAccess(input: {
  readonly post: PostAccessInput;
  readonly viewer: Viewer;
  readonly entitlements: readonly Entitlement[];
  readonly now: Instant;
}): PostAccess {
  const { post, viewer, now } = input;
  const result = isAdmin(viewer) ? staffAccess(post) : fanAccess(post, viewer, input.entitlements, now);
  return { ...result, isCaptionHidden: post.captionBlur === true && !result.canSee };
}

type Found = Omit<PostAccess, 'isCaptionHidden'>;

function staffAccess(post: PostAccessInput): Found {
  const open = { canSee: true, isListed: !post.isRemoved, canOpen: true, reason: 'staff' } as const;
  if (post.hasError) return { ...open, state: 'error', action: 'review' };
  if (post.contentLeftForProcessing > 0) return { ...open, state: 'processing', canOpen: false, action: 'none' };
  return { ...open, state: 'unlocked', action: 'none' };
}

function fanAccess(post: PostAccessInput, viewer: Viewer, entitlements: readonly Entitlement[], now: Instant): Found {
  const isBought = viewer !== null && entitlements.some((entitlement) => isEntitlementGood(entitlement, now));
  // Before everything: who paid keeps what was there while more is added to it.
  if (isBought)
    return {
      state: 'unlocked',
      canSee: true,
      isListed: !post.isRemoved,
      canOpen: true,
      reason: 'bought',
      action: 'none',
    };
  if (post.hasError) return { ...absent, state: 'error', reason: 'failed' };
  if (post.contentLeftForProcessing > 0) return { ...absent, state: 'processing', reason: 'processing' };
  const locked = lockOf(post, viewer);
  if (post.isRemoved) return { ...absent, state: locked.state, reason: 'removed' };
  if (post.replacedAt != null && msOf(post.replacedAt) <= msOf(now))
    return { ...absent, state: locked.state, reason: 'replaced' };
  if (msOf(post.publishedAt) > msOf(now)) return { ...absent, state: locked.state, reason: 'not_published' };
  return { ...locked, isListed: true, canOpen: true };
}

type Lock = Pick<Found, 'state' | 'canSee' | 'reason' | 'action'>;

function lockOf(post: PostAccessInput, viewer: Viewer): Lock {
  if (post.visibility === 'public') return { state: 'unlocked', canSee: true, reason: 'public', action: 'none' };
  if (viewer === null)
    return { state: 'locked_nonmember', canSee: false, reason: 'needs_membership', action: 'register' };
  if (!isSubscribed(viewer.status))
    return { state: 'locked_nonmember', canSee: false, reason: 'needs_membership', action: 'membership' };
  if (post.visibility === 'private') return { state: 'unlocked', canSee: true, reason: 'member', action: 'none' };
  return { state: 'locked_purchase', canSee: false, reason: 'needs_purchase', action: 'unlock' };
}

export const isEntitlementGood = (entitlement: Entitlement, now: Instant): boolean =>
  entitlement.revokedAt == null && (entitlement.endsAt == null || msOf(now) < msOf(entitlement.endsAt));

/** Whether a person may buy a post now, and why not. */
export type PurchaseRefusal = 'content-already-unlocked' | 'content-not-for-sale' | 'membership-required' | 'not-found';
export function purchaseRefusal(post: PostAccessInput, access: PostAccess): PurchaseRefusal | null {
  if (access.reason === 'staff' || access.reason === 'bought') return 'content-already-unlocked';
  // It was there a moment ago, at another price perhaps: a page that is open says so.
  if (access.reason === 'replaced') return 'content-not-for-sale';
  if (!access.canOpen) return 'not-found';
  if (post.visibility !== 'locked') return 'content-not-for-sale';
  return access.state === 'locked_nonmember' ? 'membership-required' : null;
}
