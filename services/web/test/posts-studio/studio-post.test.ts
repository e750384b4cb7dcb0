import { clockIn, defaultSchedule } from '@backlot/domain/formats/dates';
import { describe, expect, it } from 'vitest';
import type { UploadItem, UploadPhase } from '../../src/entities/upload/upload-item.ts';
import { draftPost } from '../../src/features/posts-studio/draft/draft-post.ts';
import { checkDraft, usualAmounts } from '../../src/features/posts-studio/draft/post-checks.ts';
import {
  emptyDraft,
  isEmptyDraft,
  scheduledAt,
  type PostDraft,
} from '../../src/features/posts-studio/draft/post-draft.ts';
import { inOrder, traySum } from '../../src/features/uploads/tray-sum.ts';

const bounds = { content_unlock_minimum_amount: 5, content_unlock_maximum_amount: 450 };
const now = new Date(2026, 10, 21, 14, 2);
const file = (key: string, phase: UploadPhase = 'ready', over: Partial<UploadItem> = {}): UploadItem => ({
  key,
  mediaId: `m-${key}`,
  name: `${key}.jpg`,
  size: 1000,
  type: 'image/jpeg',
  phase,
  sent: phase === 'ready' ? 1000 : 0,
  problem: null,
  preview: null,
  width: null,
  height: null,
  ...over,
});
const draft = (over: Partial<PostDraft> = {}): PostDraft => ({ ...emptyDraft, ...over });
const codes = (given: PostDraft, files: readonly UploadItem[]): string[] =>
  checkDraft(given, files, { bounds, now }).errors.map(({ code }) => code);

describe('a new post', () => {
  it('POST-054 POST-087 begins as Locked, amount 20, without files', () => {
    expect(emptyDraft).toMatchObject({ visibility: 'locked', amount: '20', files: [], preview: null });
    expect(isEmptyDraft(emptyDraft)).toBe(true);
    expect([
      codes(emptyDraft, [file('a')]),
      codes(draft({ amount: '4' }), [file('a')]),
      codes(draft({ amount: '451' }), [file('a')]),
    ]).toEqual([[], ['amount-range'], ['amount-range']]);
  });

  it.each([
    ['POST-084 without a file', draft(), [], ['media-required']],
    ['a single photo needs no words', draft(), [file('a')], []],
    ['POST-083 a gallery needs words', draft(), [file('a'), file('b')], ['caption-required']],
    ['POST-085 below the lower bound', draft({ amount: '4.99' }), [file('a')], ['amount-range']],
    ['POST-085 at the lower bound', draft({ amount: '5' }), [file('a')], []],
    ['POST-085 at the upper bound', draft({ amount: '450.00' }), [file('a')], []],
    ['POST-085 above the upper bound', draft({ amount: '450.01' }), [file('a')], ['amount-range']],
    ['what is no amount', draft({ amount: '1.234' }), [file('a')], ['amount-range']],
    ['an amount counts only when locked', draft({ visibility: 'private', amount: '1' }), [file('a')], []],
    [
      'a time of the past',
      draft({ isScheduled: true, date: '2026-11-21', time: '14:01' }),
      [file('a')],
      ['schedule-past'],
    ],
    ['a time to come', draft({ isScheduled: true, date: '2026-11-21', time: '14:03' }), [file('a')], []],
    [
      'a schedule without a time',
      draft({ isScheduled: true, date: '2026-11-21', time: '' }),
      [file('a')],
      ['schedule-past'],
    ],
  ] as const)('%s', (_, given, files, expected) => {
    expect(codes(given, files)).toEqual(expected);
  });

  it('waits for files on their way and names those that need somebody', () => {
    const files = [
      file('a'),
      file('b', 'processing'),
      file('c', 'sending'),
      file('d', 'offline'),
      file('e', 'refused'),
      file('f', 'lost'),
    ];
    const checks = checkDraft(draft({ caption: 'x' }), files, { bounds, now });
    expect(checks.waiting.map(({ key }) => key)).toEqual(['c', 'd']);
    expect(checks.stuck.map(({ key }) => key)).toEqual(['e', 'f']);
    expect(checks.isGood).toBe(false);
    expect(checkDraft(draft({ caption: 'x' }), files.slice(0, 2), { bounds, now }).isGood).toBe(true);
  });

  it('POST-059 is scheduled for tomorrow at the present time', () => {
    const zone = 'America/New_York';
    const fields = clockIn(defaultSchedule(new Date('2026-11-21T14:02:00Z'), zone), zone);
    // On the site's clock, wherever the creator sits, to the minute.
    expect(fields).toEqual({ date: '2026-11-22', time: '09:02' });
    expect(scheduledAt({ isScheduled: true, ...fields }, zone)).toEqual(new Date('2026-11-22T14:02:00Z'));
    expect(scheduledAt({ isScheduled: false, ...fields }, zone)).toBeNull();
  });

  it('offers what the creator takes most often, inside the bounds', () => {
    expect(usualAmounts([28, 28, 15, 15, 15, 900, null, 45], bounds)).toEqual([10, 15, 28, 45]);
    expect(usualAmounts([], { content_unlock_minimum_amount: 60, content_unlock_maximum_amount: 150 })).toEqual([100]);
  });
});

describe('what a fan sees of it', () => {
  const settings = {
    is_feed_like_enabled: true,
    is_feed_comment_enabled: true,
    like_visibility: 'registered_and_subscribers',
    comment_visibility: 'registered_and_subscribers',
    enable_like_count_for_private_locked_post: false,
    enable_comment_count_for_private_locked_post: false,
    show_media_count_in_exclusive_content: true,
    feed_tags_enable: true,
  } as const;
  const around = { settings, currency: 'USD', serial: 12, at: now };
  const files = [
    file('a', 'ready', { preview: 'blob:a' }),
    file('b', 'ready', { type: 'video/mp4', duration: 61, preview: 'blob:b' }),
  ];
  const draft: PostDraft = { ...emptyDraft, amount: '11', caption: 'Kiln 41', blurCaption: true, files: ['a', 'b'] };
  it.each([
    ['locked', 'member', 'locked_purchase', 'unlock'],
    ['locked', 'guest', 'locked_nonmember', 'register'],
    ['locked', 'buyer', 'unlocked', 'none'],
    ['private', 'member', 'unlocked', 'none'],
    ['private', 'guest', 'locked_nonmember', 'register'],
    ['public', 'member', 'unlocked', 'none'],
    ['public', 'guest', 'unlocked', 'none'],
  ] as const)('a %s post as %s, by the rules of the feed', (visibility, who, state, action) => {
    const post = draftPost({ ...draft, visibility }, files, null, { ...around, who });
    const isOpen = state === 'unlocked';
    expect(post).toMatchObject({
      state,
      action,
      description: isOpen ? 'Kiln 41' : null,
      contentCount: { photo: 1, video: 1 },
      content_length: 61,
      serial: 12,
    });
    expect(post.media.map(({ url, blur_url: blur }) => [url, blur])).toEqual(
      isOpen
        ? [
            ['blob:a', null],
            ['blob:b', null],
          ]
        : [
            [null, 'blob:a'],
            [null, 'blob:b'],
          ],
    );
    expect(post.quote).toEqual(
      state === 'locked_purchase'
        ? { amount: 11, original_amount: 11, currency: 'USD', reason: 'base', promotion_id: null }
        : null,
    );
  });
  it('shows the preview of a locked post, and hides what its maker hides', () => {
    const shown = draftPost(
      { ...draft, hasPreview: true, preview: 'b', showLength: false, showCount: false, blurMedia: false },
      files,
      files[1]!,
      { ...around, who: 'member' },
    );
    expect(shown).toMatchObject({
      isPreviewEnable: true,
      media_preview: [{ url: 'blob:b' }],
      contentCount: { photo: 0, video: 0 },
      content_length: null,
      media: [{ blur_url: null }],
    });
    expect(
      draftPost({ ...draft, visibility: 'private', hasPreview: true, preview: 'b' }, files, files[1]!, {
        ...around,
        who: 'guest',
      }).media_preview,
    ).toEqual([]);
  });
});

describe('the sum of transfers', () => {
  it('counts bytes while something is on its way', () => {
    const items = [
      file('a'),
      file('b', 'sending', { sent: 500 }),
      file('c', 'waiting'),
      file('d', 'refused'),
      file('e', 'processing'),
    ];
    expect(traySum(items)).toEqual({
      state: 'uploading',
      share: 2500 / 4000,
      at: 3,
      total: 4,
      processing: 1,
      wrong: 1,
    });
  });
  it('tells what the server still makes from what is on its way', () => {
    expect(traySum([file('a'), file('b', 'processing', { processed: 50 }), file('c', 'refused')])).toEqual({
      state: 'processing',
      share: 1.5 / 2,
      at: 2,
      total: 2,
      processing: 1,
      wrong: 1,
    });
  });
  it('lists what moves and what wants somebody first', () => {
    expect(
      inOrder([
        file('a'),
        file('b'),
        file('c', 'waiting'),
        file('d', 'processing'),
        file('e', 'failed'),
        file('f', 'sending'),
      ]).map(({ key }) => key),
    ).toEqual(['f', 'e', 'c', 'd', 'b', 'a']);
  });
  it.each([
    ['offline', [file('a'), file('b', 'offline')]],
    ['uploading', [file('a', 'offline'), file('b', 'waiting')]],
    ['wrong', [file('a'), file('b', 'failed')]],
    ['wrong', [file('a', 'lost')]],
    ['done', [file('a')]],
  ] as const)('is %s', (state, items) => expect(traySum(items).state).toBe(state));
});
