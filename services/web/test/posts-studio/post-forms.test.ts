import type { MediaView, PostView } from '@backlot/contracts/posts';
import { describe, expect, it } from 'vitest';
import { typedAmount } from '../../src/features/posts-studio/fields/amount-field.tsx';
import { draftOf, heldItem, isOtherMedia } from '../../src/features/posts-studio/draft/held-media.ts';
import {
  checkDraft,
  checkEdit,
  reviewDraft,
  reviewedAmount,
} from '../../src/features/posts-studio/draft/post-checks.ts';
import {
  clockFace,
  emptyDraft,
  timeOf,
  withVisibility,
  type PostDraft,
} from '../../src/features/posts-studio/draft/post-draft.ts';
import { withChosen, withFiles, withPreview } from '../../src/features/posts-studio/fields/post-fields.tsx';
import { isOwnPath } from '../../src/features/posts-studio/tasks/post-task.tsx';
import { readTable } from '../../src/components/kit/table/table-address.ts';
import { postsOf, postsTable } from '../../src/features/posts-studio/list/studio-posts.ts';
import {
  checkReuse,
  isIpad,
  reuseBody,
  reuseDate,
  reuseDraft,
  type ReuseDraft,
} from '../../src/features/posts-studio/tasks/reuse-form.ts';
import { contentOf } from '../../src/features/posts-studio/draft/send-post.ts';
import { tagDialogError } from '../../src/features/posts-studio/tasks/tags-dialog.tsx';
import type { UploadItem } from '../../src/entities/upload/upload-item.ts';
import { media as medium, post as postView } from '../testing/post-fixture.ts';

const bounds = { content_unlock_minimum_amount: 5, content_unlock_maximum_amount: 450 };
const now = new Date(2026, 10, 21, 14, 2);
const file = (key: string, over: Partial<UploadItem> = {}): UploadItem => ({
  key,
  mediaId: `m-${key}`,
  name: `${key}.jpg`,
  size: 1000,
  type: 'image/jpeg',
  phase: 'ready',
  sent: 1000,
  problem: null,
  preview: null,
  width: null,
  height: null,
  ...over,
});
const media = (id: string, over: Partial<MediaView> = {}): MediaView => medium({ _id: id, ...over });
const post = (over: Partial<PostView> = {}): PostView =>
  postView({
    media: [media('a'), media('b')],
    visibility: 'locked',
    amount: 12,
    description: 'Words',
    is_published: true,
    ...over,
  });
const nameOf = (_: MediaView, index: number): string => `file ${index + 1}`;
const draft = (over: Partial<PostDraft> = {}): PostDraft => ({ ...emptyDraft, files: ['a'], caption: 'x', ...over });

describe('a choice of visibility', () => {
  const full = draft({
    blurMedia: true,
    blurCaption: true,
    hasPreview: true,
    preview: 'a',
    showLength: true,
    showCount: true,
  });

  it('POST-048 POST-049 POST-050 Public takes blur and preview with it', () => {
    expect(withVisibility(full, 'public')).toMatchObject({
      visibility: 'public',
      blurMedia: false,
      blurCaption: false,
      preview: null,
      hasPreview: false,
    });
  });
  it('POST-051 POST-052 Private takes the preview, and what the card tells', () => {
    expect(withVisibility(full, 'private')).toMatchObject({
      visibility: 'private',
      blurMedia: true,
      blurCaption: true,
      preview: null,
      hasPreview: false,
      showLength: false,
      showCount: false,
    });
  });
  it('what was taken begins again with Locked', () => {
    expect(withVisibility(withVisibility(full, 'public'), 'locked')).toMatchObject({
      blurMedia: true,
      preview: null,
      showLength: true,
      showCount: true,
    });
    expect(withVisibility(full, 'locked')).toBe(full);
  });
});

describe('the files of a form', () => {
  it('a preview that is taken out is none any more; another upload stays one', () => {
    const before = draft({ files: ['a', 'b'], preview: 'a', hasPreview: true });
    expect(withFiles(before, ['b'], []).preview).toBeNull();
    expect(withFiles({ ...before, preview: 'own' }, ['b'], []).preview).toBe('own');
  });
  it('a new category of a reserved or known name is refused, a long one too', () => {
    const codes = (name: string): string[] =>
      checkDraft(draft({ category: { id: null, name } }), [file('a')], {
        bounds,
        now,
        categories: ['Kilns'],
      }).errors.map(({ code }) => code);
    expect(codes(' kilns ')).toEqual(['category-invalid']);
    expect(codes('All Media')).toEqual(['category-invalid']);
    expect(codes('x'.repeat(31))).toEqual(['category-name-30']);
    expect(codes('x'.repeat(30))).toEqual([]);
  });
  it('a preview on its way holds the post back', () => {
    const own = file('own', { phase: 'sending' });
    expect(
      checkDraft(draft({ preview: 'own', hasPreview: true }), [file('a')], { bounds, now, preview: own }),
    ).toMatchObject({ isGood: false, waiting: [own] });
    expect(
      checkDraft(draft({ preview: 'own', hasPreview: false }), [file('a')], { bounds, now, preview: own }).isGood,
    ).toBe(true);
  });
  it('POST-055 uploads and what was taken from the library are sent alike', () => {
    const files = [file('a'), file('library-7', { mediaId: '7', isFromLibrary: true })];
    expect(
      contentOf(draft({ hasPreview: true, preview: 'library-7', category: { id: null, name: ' Kilns ' } }), {
        files,
        preview: files[1]!,
      }),
    ).toMatchObject({
      media_item: ['m-a', '7'],
      media_preview_item: '7',
      category: { name: 'Kilns', isNew: true },
      amount: 20,
    });
  });
});

describe('an edited post', () => {
  it('POST-097 keeps its caption from being blank, of one file too', () => {
    expect(checkEdit(draft({ caption: ' ' }), [file('a')], { bounds, now }).errors).toEqual([
      { field: 'caption', code: 'caption-required' },
    ]);
    expect(checkEdit(draft({ caption: ' ' }), [file('a'), file('b')], { bounds, now }).errors).toHaveLength(1);
    expect(checkEdit(draft(), [file('a')], { bounds, now }).isGood).toBe(true);
  });
  it('begins as the post is, and knows when its media changed', () => {
    const begun = draftOf(post({ media_preview: [media('b')], isPreviewEnable: true }), nameOf);
    expect(begun).toMatchObject({
      amount: '12',
      caption: 'Words',
      files: ['held-a', 'held-b'],
      preview: 'held-b',
      hasPreview: true,
      isScheduled: false,
    });
    const [a, b] = begun.picked as [UploadItem, UploadItem];
    const same = post({ media_preview: [media('b')], isPreviewEnable: true });
    expect(isOtherMedia(begun, [a, b], b, same)).toBe(false);
    expect(isOtherMedia(begun, [b, a], b, same)).toBe(true);
    expect(isOtherMedia(begun, [a, b], a, same)).toBe(true);
    expect(isOtherMedia({ ...begun, hasPreview: false }, [a, b], b, same)).toBe(true);
  });
  it('one that is not out yet keeps its time', () => {
    expect(
      draftOf(post({ is_published: false, date: new Date(2026, 11, 1, 9, 5).toISOString() }), nameOf),
    ).toMatchObject({ isScheduled: true, date: '2026-12-01', time: '09:05' });
  });
});

describe('the review of a post with errors', () => {
  it('POST-065 LIMIT-10 begins with an amount of 5 where the post has none', () => {
    expect(reviewDraft(draftOf(post({ amount: null }), nameOf), { amount: null }).amount).toBe('5');
    expect(reviewDraft(draftOf(post(), nameOf), { amount: 12 }).amount).toBe('12');
  });
  it.each([
    ['4.99', '5'],
    ['5', '5'],
    ['450', '450'],
    ['450.01', '5'],
    ['', '5'],
  ])('POST-086 an amount of %s is sent as %s', (amount, sent) => {
    expect(reviewedAmount({ visibility: 'locked', amount }, bounds)).toBe(sent);
  });
  it('names the files that somebody has to take out', () => {
    expect(heldItem(media('a', { is_error: true }), 'Photo 1')).toMatchObject({
      phase: 'refused',
      problem: { code: 'media-damaged', params: { name: 'Photo 1' } },
    });
  });
});

describe('a post that is published again', () => {
  const limits = { min: 5, max: 500 };
  const begun = (over: Partial<ReuseDraft> = {}): ReuseDraft => ({
    ...reuseDraft(draftOf(post(), nameOf), null),
    ...over,
  });
  const codes = (given: ReuseDraft, files: readonly UploadItem[] = [file('a')]): string[] =>
    checkReuse(given, files, null, limits, now).errors.map(({ code }) => code);

  it('REUSE-02 is not scheduled at first', () =>
    expect(begun()).toMatchObject({ isScheduled: false, date: '', keepDate: false }));
  it('REUSE-03 one whose time has not come begins with that time', () => {
    expect(reuseDraft(draftOf(post(), nameOf), new Date(2026, 11, 2, 18, 30).toISOString())).toMatchObject({
      isScheduled: true,
      date: '2026-12-02',
      time: '18:30',
    });
  });
  it('REUSE-05 REUSE-06 REUSE-07 goes out at its schedule, else at the date that is kept, else now', () => {
    const at = new Date(2026, 11, 2, 18, 30).toISOString();
    expect(reuseDate(begun({ isScheduled: true, date: '2026-12-02', time: '18:30', keepDate: true }))).toEqual({
      date: at,
      keep_date: false,
    });
    expect(reuseDate(begun({ keepDate: true }))).toEqual({ date: null, keep_date: true });
    expect(reuseDate(begun())).toEqual({ date: null, keep_date: false });
  });
  it('REUSE-08 REUSE-09 one file is its preview; Add Preview off clears it, and on it chooses nothing (DECISIONS 45)', () => {
    expect(withPreview(begun(), true)).toMatchObject({ hasPreview: true, preview: null, isGift: false });
    expect(withChosen(begun(), 'held-b', undefined, true)).toMatchObject({
      hasPreview: true,
      preview: 'held-b',
      isGift: true,
    });
    expect(codes(begun({ hasPreview: true }))).toEqual(['preview-required']);
    expect(
      reuseBody(begun({ hasPreview: true, preview: 'held-a', isGift: true }), [file('a')], file('a'), post()),
    ).toMatchObject({ media_preview_item: 'm-a', give_preview_away: true });
    expect(withPreview(begun({ preview: 'held-b', hasPreview: true }), false)).toMatchObject({
      hasPreview: false,
      preview: null,
    });
  });
  it.each([
    ['4', ['amount-range']],
    ['5', []],
    ['5.50', ['amount-range']],
    ['500', []],
    ['501', ['amount-range']],
  ])('REUSE-15 an amount of %s: %j', (amount, expected) => {
    expect(codes(begun({ amount }))).toEqual(expected);
  });
  it('REUSE-17 wants a file', () => expect(codes(begun(), [])).toEqual(['media-required']));
  it('REUSE-20 takes 45 files', () => {
    const many = Array.from({ length: 46 }, (_, index) => file(String(index)));
    expect(codes(begun(), many)).toEqual(['max-45']);
    expect(codes(begun(), many.slice(0, 45))).toEqual([]);
  });
  it('REUSE-23 wants a time to come', () => {
    expect(codes(begun({ isScheduled: true, date: '2026-11-21', time: '14:01' }))).toEqual(['schedule-past']);
    expect(codes(begun({ isScheduled: true, date: '2026-11-21', time: '14:03' }))).toEqual([]);
  });
  it('REUSE-34 counts what is new of it', () => {
    const files = [heldItem(media('a'), 'one'), file('n', { phase: 'processing' })];
    expect(reuseBody(begun(), files, null, post())).toMatchObject({
      media_item: ['a', 'm-n'],
      media_preview_item: null,
      contentLeftForProcessing: 1,
      amount: 12,
    });
  });
  it.each([
    ['Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, false],
  ])('REUSE-27 %s with %d fingers is an iPad: %s', (userAgent, maxTouchPoints, expected) => {
    expect(isIpad({ userAgent, maxTouchPoints })).toBe(expected);
  });
});

describe('a time of day in twelve hours', () => {
  it.each([
    ['00:00', 12, 0, false],
    ['00:59', 12, 59, false],
    ['11:30', 11, 30, false],
    ['12:00', 12, 0, true],
    ['13:05', 1, 5, true],
    ['23:59', 11, 59, true],
  ] as const)('REUSE-24 LIMIT-25 %s is %d:%d, PM %s', (time, hour, minute, isPm) => {
    expect(clockFace(time)).toEqual({ hour, minute, isPm });
    expect(timeOf({ hour, minute, isPm })).toBe(time);
  });
});

describe('the name of a tag', () => {
  it.each([
    ['', 'tag-blank'],
    ['  ', 'tag-blank'],
    ['x'.repeat(31), 'tag-too-long'],
    [' KILN ', 'tag-exists'],
    ['glaze', null],
  ] as const)('TAG-07 TAG-08 TAG-10 TAG-11 “%s” is %s', (typed, expected) => {
    expect(tagDialogError(typed, ['Kiln'])).toBe(expected);
  });
});

describe('addresses', () => {
  it.each([
    ['/feed/1', true],
    ['/home?page=2', true],
    ['//elsewhere.example/x', false],
    ['/\\elsewhere.example', false],
    ['https://elsewhere.example', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%s leads back: %s', (path, expected) => {
    expect(isOwnPath(path)).toBe(expected);
  });
  it('the list of posts is read from its address, nonsense left out', () => {
    expect(
      postsOf(readTable(postsTable, new URLSearchParams('page=3&state=error&visibility=none&search=kiln'))),
    ).toEqual({
      page: 3,
      tag: null,
      state: 'error',
      visibility: null,
      search: 'kiln',
    });
  });
});

it.each([
  ['20', '20'],
  ['20,50', '20.50'],
  ['$ 1 200', '1200'],
  ['1,000', '1000'],
  ['1.000', '1000'],
  ['1,000.50', '1000.50'],
  ['٢٥٫٥', '25.5'],
  ['۱۲', '12'],
  ['abc', ''],
])('an amount typed as %s is %s', (typed, amount) => {
  expect(typedAmount(typed)).toBe(amount);
});
