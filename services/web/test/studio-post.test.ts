import { describe, expect, it } from 'vitest';
import type { UploadItem, UploadPhase } from '../src/lib/uploads/upload-item.ts';
import { moved } from '../src/features/posts-studio/drag-order.ts';
import { seenBy } from '../src/features/posts-studio/fan-card.tsx';
import { checkDraft, usualAmounts } from '../src/features/posts-studio/post-checks.ts';
import { dayOf, defaultSchedule, emptyDraft, isEmptyDraft, scheduledAt, type PostDraft } from '../src/features/posts-studio/post-draft.ts';
import { inOrder, traySum } from '../src/features/uploads/tray-sum.ts';

const bounds = { content_unlock_minimum_amount: 5, content_unlock_maximum_amount: 450 };
const now = new Date(2026, 10, 21, 14, 2);
const file = (key: string, phase: UploadPhase = 'ready', over: Partial<UploadItem> = {}): UploadItem =>
  ({ key, mediaId: `m-${key}`, name: `${key}.jpg`, size: 1000, type: 'image/jpeg', phase, sent: phase === 'ready' ? 1000 : 0, problem: null, preview: null, width: null, height: null, ...over });
const draft = (over: Partial<PostDraft> = {}): PostDraft => ({ ...emptyDraft, ...over });
const codes = (given: PostDraft, files: readonly UploadItem[]): string[] => checkDraft(given, files, { bounds, now }).errors.map(({ code }) => code);

describe('a new post', () => {
  it('POST-054 begins as Locked, amount 20, without files', () => {
    expect(emptyDraft).toMatchObject({ visibility: 'locked', amount: '20', files: [], preview: null });
    expect(isEmptyDraft(emptyDraft)).toBe(true);
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
    ['a time of the past', draft({ isScheduled: true, date: '2026-11-21', time: '14:01' }), [file('a')], ['schedule-past']],
    ['a time to come', draft({ isScheduled: true, date: '2026-11-21', time: '14:03' }), [file('a')], []],
    ['a schedule without a time', draft({ isScheduled: true, date: '2026-11-21', time: '' }), [file('a')], ['schedule-past']],
  ] as const)('%s', (_, given, files, expected) => {
    expect(codes(given, files)).toEqual(expected);
  });

  it('waits for files on their way and names those that need somebody', () => {
    const files = [file('a'), file('b', 'processing'), file('c', 'sending'), file('d', 'offline'), file('e', 'refused'), file('f', 'lost')];
    const checks = checkDraft(draft({ caption: 'x' }), files, { bounds, now });
    expect(checks.waiting.map(({ key }) => key)).toEqual(['c', 'd']);
    expect(checks.stuck.map(({ key }) => key)).toEqual(['e', 'f']);
    expect(checks.isGood).toBe(false);
    expect(checkDraft(draft({ caption: 'x' }), files.slice(0, 2), { bounds, now }).isGood).toBe(true);
  });

  it('POST-059 is scheduled for tomorrow at the present time', () => {
    expect(defaultSchedule(now)).toEqual({ date: '2026-11-22', time: '14:00' });
    expect(defaultSchedule(new Date(2026, 11, 31, 23, 58))).toEqual({ date: '2027-01-02', time: '00:00' });
    expect(dayOf(now)).toBe('2026-11-21');
    expect(scheduledAt({ isScheduled: false, date: '2026-11-22', time: '14:00' })).toBeNull();
  });

  it('offers what the creator takes most often, inside the bounds', () => {
    expect(usualAmounts([28, 28, 15, 15, 15, 900, null, 45], bounds)).toEqual([10, 15, 28, 45]);
    expect(usualAmounts([], { content_unlock_minimum_amount: 60, content_unlock_maximum_amount: 150 })).toEqual([100]);
  });

  it('is reordered by moving one file to another place', () => {
    expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  });
});

describe('what a fan sees of it', () => {
  it.each([
    ['locked', 'member', false, 'unlock'], ['locked', 'guest', false, 'join'], ['locked', 'buyer', true, 'none'],
    ['private', 'member', true, 'none'], ['private', 'guest', false, 'join'],
    ['public', 'member', true, 'none'], ['public', 'guest', true, 'none'],
  ] as const)('a %s post as %s', (visibility, who, isOpen, action) => {
    expect(seenBy(who, { visibility, blurCaption: true })).toEqual({ isOpen, action, hidesCaption: !isOpen });
  });
});

describe('the sum of transfers', () => {
  it('counts bytes while something is on its way', () => {
    const items = [file('a'), file('b', 'sending', { sent: 500 }), file('c', 'waiting'), file('d', 'refused'), file('e', 'processing')];
    expect(traySum(items)).toEqual({ state: 'uploading', share: 2500 / 4000, at: 3, total: 4, processing: 1, wrong: 1 });
  });
  it('tells what the server still makes from what is on its way', () => {
    expect(traySum([file('a'), file('b', 'processing', { processed: 50 }), file('c', 'refused')])).toEqual({ state: 'processing', share: 1.5 / 2, at: 2, total: 2, processing: 1, wrong: 1 });
  });
  it('lists what moves and what wants somebody first', () => {
    expect(inOrder([file('a'), file('b'), file('c', 'waiting'), file('d', 'processing'), file('e', 'failed'), file('f', 'sending')]).map(({ key }) => key)).toEqual(['f', 'e', 'c', 'd', 'b', 'a']);
  });
  it.each([
    ['offline', [file('a'), file('b', 'offline')]], ['uploading', [file('a', 'offline'), file('b', 'waiting')]],
    ['wrong', [file('a'), file('b', 'failed')]], ['wrong', [file('a', 'lost')]], ['done', [file('a')]],
  ] as const)('is %s', (state, items) => expect(traySum(items).state).toBe(state));
});
