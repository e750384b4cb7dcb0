import { describe, expect, it } from 'vitest';
import type { PostAccessInput } from './access.ts';
import { isEntitlementGood, postAccess, purchaseRefusal } from './access.ts';
import { commentAccess, commentError, isInReach, likeAction, shownCounts, toggleLike } from './posts/reactions.ts';
import type { Viewer } from './people/roles.ts';
import { storedRoles } from './people/roles.ts';

const now = new Date('2026-03-01T12:00:00Z').getTime();
const post: PostAccessInput = {
  visibility: 'locked',
  publishedAt: now - 1000,
  hasError: false,
  contentLeftForProcessing: 0,
};
const guest: Viewer = null;
const user: Viewer = { role: 'user', status: '0' };
const cancelled: Viewer = { role: 'user', status: '1' };
const member: Viewer = { role: 'user', status: '2' };
const model: Viewer = { role: 'model', status: '0' };
const bought = [{}];
const access = (viewer: Viewer, change: Partial<PostAccessInput> = {}, entitlements: readonly object[] = []) =>
  postAccess({ post: { ...post, ...change }, viewer, entitlements, now });

describe('who may see a post', () => {
  it.each([
    ['POST-004 a public post is open to guests', guest, 'public', 'unlocked', 'none'],
    ['POST-004 a public post is open to status 0', user, 'public', 'unlocked', 'none'],
    ['POST-028 ROLE-76 a private post is closed to guests', guest, 'private', 'locked_nonmember', 'register'],
    ['POST-028 ROLE-76 a locked post is closed to guests', guest, 'locked', 'locked_nonmember', 'register'],
    ['POST-029 a private post leads status 0 to the membership', user, 'private', 'locked_nonmember', 'membership'],
    ['POST-029 a locked post leads status 0 to the membership', user, 'locked', 'locked_nonmember', 'membership'],
    ['POST-003 a private post is open to status 1', cancelled, 'private', 'unlocked', 'none'],
    ['POST-003 a private post is open to status 2', member, 'private', 'unlocked', 'none'],
    [
      'POST-002 POST-030 ROLE-75 a locked post is for sale to status 1',
      cancelled,
      'locked',
      'locked_purchase',
      'unlock',
    ],
    ['POST-002 POST-030 ROLE-75 a locked post is for sale to status 2', member, 'locked', 'locked_purchase', 'unlock'],
  ] as const)('%s', (_rule, viewer, visibility, state, action) => {
    const found = access(viewer, { visibility });
    expect(found).toMatchObject({ state, action, canSee: state === 'unlocked', isListed: true, canOpen: true });
  });

  it.each(storedRoles.filter((role) => role !== 'user' && role !== 'proxy_user'))(
    'ROLE-79 POST-031 role %s sees every post open',
    (role) => {
      expect(access({ role, status: '0' })).toMatchObject({ state: 'unlocked', canSee: true, reason: 'staff' });
    },
  );

  it('staff acting as a fan see what the fan sees', () => {
    expect(access({ role: 'user', status: '0', isProxy: true }).state).toBe('locked_nonmember');
  });

  it('what was bought stays open after the membership ended, and after the post was taken down', () => {
    expect(access(user, {}, bought)).toMatchObject({ state: 'unlocked', reason: 'bought' });
    expect(access(user, { isRemoved: true }, bought)).toMatchObject({ canSee: true, canOpen: true, isListed: false });
  });

  it('what was bought stays open while a file that was added is processed, and when it failed', () => {
    for (const change of [{ contentLeftForProcessing: 1 }, { hasError: true }])
      expect(access(member, change, bought)).toMatchObject({ canSee: true, canOpen: true, reason: 'bought' });
  });

  it('a refund closes it again', () => {
    expect(access(member, {}, [{ revokedAt: now }])).toMatchObject({ state: 'locked_purchase', canSee: false });
    expect([now - 1, now, now + 1].map((endsAt) => isEntitlementGood({ endsAt }, now))).toEqual([false, false, true]);
  });

  it('a post is there from its publication on', () => {
    expect([now - 1, now, now + 1].map((publishedAt) => access(member, { publishedAt }).isListed)).toEqual([
      true,
      true,
      false,
    ]);
    expect(access(guest, { publishedAt: now + 1, visibility: 'public' })).toMatchObject({
      canSee: false,
      canOpen: false,
      isListed: false,
    });
    expect(access(model, { publishedAt: now + 1 })).toMatchObject({ canSee: true, isListed: true });
  });

  it('a post that was taken down is gone for fans', () => {
    expect(access(member, { isRemoved: true, visibility: 'public' })).toMatchObject({
      canSee: false,
      canOpen: false,
      isListed: false,
    });
  });

  it('a blurred caption opens with the post', () => {
    expect([
      access(member, { captionBlur: true }).isCaptionHidden,
      access(member, { captionBlur: true }, bought).isCaptionHidden,
      access(guest).isCaptionHidden,
    ]).toEqual([true, false, false]);
  });
});

describe('the states of a card', () => {
  it('POST-026 an error comes before everything and asks staff to review', () => {
    expect(access(model, { hasError: true, contentLeftForProcessing: 2 })).toMatchObject({
      state: 'error',
      action: 'review',
    });
    expect(access(member, { hasError: true })).toMatchObject({ state: 'error', isListed: false, canSee: false });
  });

  it('POST-027 POST-046 a post under process cannot be opened by anybody who has not bought it', () => {
    expect(access(model, { contentLeftForProcessing: 1 })).toMatchObject({
      state: 'processing',
      canOpen: false,
      isListed: true,
    });
    expect(access(member, { contentLeftForProcessing: 1, visibility: 'public' })).toMatchObject({
      state: 'processing',
      canSee: false,
      isListed: false,
    });
  });

  it('POST-001 every combination gives exactly one state, and nothing is seen unless it may be', () => {
    for (const visibility of ['locked', 'private', 'public'] as const) {
      for (const viewer of [guest, user, cancelled, member, model]) {
        const found = access(viewer, { visibility });
        expect(found.canSee).toBe(found.state === 'unlocked');
      }
    }
  });
});

describe('who may buy a post', () => {
  it.each([
    ['a member', member, {}, [], null],
    ['status 0', user, {}, [], 'membership-required'],
    ['a buyer again', member, {}, bought, 'content-already-unlocked'],
    ['staff', model, {}, [], 'content-already-unlocked'],
    ['a member, a private post', member, { visibility: 'private' }, [], 'content-not-for-sale'],
    ['a member, a post to come', member, { publishedAt: now + 1 }, [], 'not-found'],
    ['a member, a removed post', member, { isRemoved: true }, [], 'not-found'],
  ] as const)('%s', (_who, viewer, change, entitlements, refusal) => {
    const changed = { ...post, ...change };
    expect(purchaseRefusal(changed, postAccess({ post: changed, viewer, entitlements, now }))).toBe(refusal);
  });
});

describe('comments and likes', () => {
  const viewers = [guest, user, cancelled, member, model];

  it.each([
    ['ROLE-81', 'everyone', [true, true, true, true, true]],
    ['ROLE-82', 'registered_and_subscribers', [false, true, true, true, true]],
    ['ROLE-83 ROLE-84', 'subscribers', [false, false, true, true, true]],
  ] as const)('%s visibility %s shows them to the right people', (_rule, audience, seen) => {
    expect(viewers.map((viewer) => isInReach(audience, viewer))).toEqual(seen);
  });

  it('counts of closed posts are shown only when their switches are on', () => {
    const settings = {
      is_feed_like_enabled: true,
      is_feed_comment_enabled: true,
      like_visibility: 'everyone',
      comment_visibility: 'everyone',
      enable_like_count_for_private_locked_post: false,
      enable_comment_count_for_private_locked_post: false,
    } as const;
    const closed = { canSee: false };
    expect(shownCounts(settings, user, post, closed)).toEqual({ likes: false, comments: false });
    expect(shownCounts({ ...settings, enable_like_count_for_private_locked_post: true }, user, post, closed)).toEqual({
      likes: true,
      comments: false,
    });
    expect(shownCounts(settings, user, post, { canSee: true })).toEqual({ likes: true, comments: true });
    expect(shownCounts({ ...settings, is_feed_like_enabled: false }, user, post, { canSee: true }).likes).toBe(false);
  });

  it.each([
    ['POST-070 a guest logs in', guest, false, 'login'],
    ['POST-071 POST-072 without access it leads to the post', member, false, 'detail'],
    ['POST-068 with access it likes', member, true, 'like'],
    ['ROLE-57 staff acting as a fan send nothing', { role: 'user', status: '2', isProxy: true }, true, 'nothing'],
  ] as const)('%s', (_rule, viewer, canSee, action) => {
    expect(likeAction(viewer, { canSee })).toBe(action);
  });

  it('POST-068 POST-069 a like toggles between 0 and 1 and moves the count by one', () => {
    expect(toggleLike({ is_like: 0, total_likes: 4 })).toEqual({ is_like: 1, total_likes: 5 });
    expect(toggleLike({ is_like: 1, total_likes: 5 })).toEqual({ is_like: 0, total_likes: 4 });
    expect(toggleLike({ is_like: 1, total_likes: 0 })).toEqual({ is_like: 0, total_likes: 0 });
  });
});

describe('who comments', () => {
  const settings = {
    is_feed_like_enabled: true,
    is_feed_comment_enabled: true,
    like_visibility: 'everyone',
    comment_visibility: 'registered_and_subscribers',
    enable_like_count_for_private_locked_post: false,
    enable_comment_count_for_private_locked_post: false,
  } as const;
  const open = { canSee: true, state: 'unlocked' } as const;

  it.each([
    ['a guest', guest, open, false, { canRead: false, refusal: 'login' }],
    ['a fan', user, open, false, { canRead: true, refusal: null }],
    [
      'a fan at a private post',
      user,
      { canSee: false, state: 'locked_nonmember' },
      false,
      { canRead: false, refusal: 'membership' },
    ],
    [
      'a member at a locked post',
      member,
      { canSee: false, state: 'locked_purchase' },
      false,
      { canRead: false, refusal: 'unlock' },
    ],
    ['a blocked member', member, open, true, { canRead: true, refusal: 'blocked' }],
    ['the creator, who cannot be blocked', model, open, true, { canRead: true, refusal: null }],
  ] as const)('POST-006 %s', (_who, viewer, access, isBlocked, answer) => {
    expect(commentAccess(settings, viewer, access, isBlocked)).toEqual(answer);
  });
  it('ROLE-83 those whom comments are not for are told so, and off is off for all', () => {
    expect(commentAccess({ ...settings, comment_visibility: 'subscribers' }, user, open, false)).toEqual({
      canRead: false,
      refusal: 'audience',
    });
    expect(commentAccess({ ...settings, comment_visibility: 'everyone' }, guest, open, false)).toEqual({
      canRead: true,
      refusal: 'login',
    });
    expect(commentAccess({ ...settings, is_feed_comment_enabled: false }, model, open, false)).toEqual({
      canRead: false,
      refusal: 'closed',
    });
  });
  it.each([
    ['', 'comment-empty'],
    [' \n ', 'comment-empty'],
    ['🦊🦊', null],
    ['🦊🦊🦊', 'comment-too-long'],
    [' ab ', null],
  ])('a comment %j of at most two characters: %s', (text, code) => {
    expect(commentError(text, 2)).toBe(code);
  });
});

describe('a post that was published again', () => {
  const at = (ms: number) =>
    postAccess({
      post: { ...post, replacedAt: new Date(now) },
      viewer: member,
      entitlements: [],
      now: new Date(now + ms),
    });

  it('REUSE-29 is there until its successor is, and then for its buyers alone', () => {
    expect([at(-1), at(0)].map(({ canOpen, reason }) => [canOpen, reason])).toEqual([
      [true, 'needs_purchase'],
      [false, 'replaced'],
    ]);
    expect(
      postAccess({
        post: { ...post, replacedAt: new Date(now) },
        viewer: member,
        entitlements: [{}],
        now: new Date(now),
      }),
    ).toMatchObject({ state: 'unlocked', isListed: true, reason: 'bought' });
  });
  it('REUSE-30 is not for sale any more', () => {
    expect(purchaseRefusal(post, at(0))).toBe('content-not-for-sale');
    expect(purchaseRefusal(post, at(-1))).toBeNull();
  });
});
