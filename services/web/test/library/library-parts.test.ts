import type { LibraryMedia } from '@backlot/contracts/library';
import { categoryFormProblem, libraryCategoryProblem } from '@backlot/domain/posts/media-category';
import { emptyPostForm, isPreviewOffered, isReorderOffered } from '@backlot/domain/posts/post-form';
import { describe, expect, it } from 'vitest';
import {
  columnsAt,
  isIosDevice,
  isNearEnd,
  nextPageAt,
  stepOf,
  windowOf,
} from '../../src/features/library/grid/grid-window.ts';
import { addressOf, readLibraryList, wholeLibrary } from '../../src/features/library/library-list.ts';
import { patched, withHead, without, type LibraryPages } from '../../src/features/library/library-pages.ts';
import {
  among,
  canAssign,
  everything,
  extended,
  manageable,
  nothingSelected,
  pickable,
  toggled,
} from '../../src/features/library/grid/selection.ts';
import { batchOf, batchLabel, knownAmong } from '../../src/features/library/upload-batch.ts';
import { emptyDraft, withVisibility } from '../../src/features/posts-studio/draft/post-draft.ts';
import { withPreview } from '../../src/features/posts-studio/fields/post-fields.tsx';
import type { UploadItem, UploadPhase } from '../../src/entities/upload/upload-item.ts';

const file = (id: string, over: Partial<LibraryMedia> = {}): LibraryMedia =>
  ({ _id: id, state: 'ready', name: id, ...over }) as LibraryMedia;
const ids = (pages: LibraryPages | null): string[] =>
  pages?.pages.flatMap(({ data }) => data.map(({ _id }) => _id)) ?? [];
const pagesOf = (...pages: string[][]): LibraryPages => ({
  pages: pages.map((some) => ({ data: some.map((id) => file(id)), totalRows: pages.flat().length, next: null })),
  pageParams: pages.map(() => null),
});

describe('the list', () => {
  it('MEDIA-29 puts new files first and renews those it knows', () => {
    const pages = withHead(pagesOf(['c', 'b'], ['a']), {
      data: [file('e'), file('d'), file('c', { name: 'renamed' }), file('b')],
      totalRows: 5,
      next: null,
    });
    expect(ids(pages)).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(pages?.pages[0]?.data[2]?.name).toBe('renamed');
    expect(pages?.pages.map(({ totalRows }) => totalRows)).toEqual([5, 5]);
  });
  it('is asked for again when more is new than one page tells', () => {
    expect(withHead(pagesOf(['a']), { data: [file('x'), file('y')], totalRows: 90, next: '1' })).toBeNull();
  });
  it('MEDIA-30 drops what was removed', () => {
    const left = without(pagesOf(['c', 'b'], ['a']), new Set(['b', 'a']));
    expect([ids(left), left.pages[0]?.totalRows]).toEqual([['c'], 1]);
    expect(patched(pagesOf(['a']), 'a', { progress: 30 }).pages[0]?.data[0]?.progress).toBe(30);
  });
  it('MEDIA-33 without a filter is of all types and of All Media', () => {
    expect(readLibraryList(new URLSearchParams(''))).toEqual({ ...wholeLibrary, isCategoryChosen: false });
    expect(wholeLibrary).toEqual({ category: 'all media', type: 'all', search: '' });
    expect(readLibraryList(new URLSearchParams('category=preview&type=video&search=kiln'))).toEqual({
      category: 'preview',
      type: 'video',
      search: 'kiln',
      isCategoryChosen: true,
    });
    expect(readLibraryList(new URLSearchParams('category=nonsense')).category).toBe('all media');
    expect(['all media', 'preview', 'x'].map(addressOf)).toEqual(['all', 'preview', 'x']);
  });
});

describe('the grid', () => {
  it.each([
    [390, 3],
    [820, 3],
    [991, 3],
    [992, 4],
    [1279, 4],
    [1280, 5],
    [1440, 5],
  ])('MEDIA-07 MEDIA-08 MEDIA-09 LIMIT-19 LIMIT-20 at %i pixels has %i columns', (width, columns) => {
    expect(columnsAt(width)).toBe(columns);
  });
  it('MEDIA-18 MEDIA-19 asks for the next page at 98 percent on iOS, at 93 elsewhere', () => {
    expect([nextPageAt(true), nextPageAt(false)]).toEqual([0.98, 0.93]);
    const at = (share: number) => ({ scrollTop: 10_000 * share - 800, clientHeight: 800, scrollHeight: 10_000 });
    expect([
      isNearEnd(at(0.929), false),
      isNearEnd(at(0.93), false),
      isNearEnd(at(0.979), true),
      isNearEnd(at(0.98), true),
    ]).toEqual([false, true, false, true]);
    expect(
      [
        ['iPhone', 5],
        ['MacIntel', 5],
        ['MacIntel', 0],
        ['Win32', 10],
        ['Linux armv8l', 5],
      ].map(([platform, maxTouchPoints]) => isIosDevice({ platform, maxTouchPoints } as Navigator)),
    ).toEqual([true, true, false, false, false]);
  });
  it('draws what is in view and a few rows more, whatever the number of files', () => {
    expect(windowOf(50_000, { top: 0, height: 900, row: 200, columns: 5 })).toEqual({ from: 0, to: 40 });
    const middle = windowOf(50_000, { top: -200_000, height: 900, row: 200, columns: 5 });
    expect([middle.from % 5, middle.to - middle.from]).toEqual([0, 55]);
    expect(windowOf(50_000, { top: -9_999_999, height: 900, row: 200, columns: 5 }).to).toBe(50_000);
    expect(windowOf(3, { top: 0, height: 900, row: 0, columns: 3 })).toEqual({ from: 0, to: 3 });
  });
  it("is walked with arrows, against the language's direction too", () => {
    const grid = { count: 13, columns: 5, isRtl: false };
    expect(
      ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => stepOf(key, 6, grid)),
    ).toEqual([7, 5, 11, 1, 0, 12, null]);
    expect([
      stepOf('ArrowLeft', 6, { ...grid, isRtl: true }),
      stepOf('ArrowDown', 9, grid),
      stepOf('ArrowRight', 12, grid),
      stepOf('ArrowUp', 2, grid),
    ]).toEqual([7, 12, 12, 2]);
  });
});

describe('the selection', () => {
  const shown = [file('a'), file('b', { state: 'processing' }), file('c', { state: 'error' }), file('d'), file('e')];
  it('MEDIA-26 MEDIA-27 leaves out what is processing and takes what failed', () => {
    expect(toggled(nothingSelected, shown[1]!, manageable).ids).toEqual([]);
    expect(toggled(nothingSelected, shown[2]!, manageable).ids).toEqual(['c']);
    expect(everything(shown, manageable).ids).toEqual(['a', 'c', 'd', 'e']);
  });
  it('takes a range from where it began, and gives one back', () => {
    const from = toggled(nothingSelected, shown[0]!, manageable);
    expect(extended(from, shown, 'd', manageable).ids).toEqual(['a', 'c', 'd']);
    expect(extended(toggled(nothingSelected, shown[4]!, manageable), shown, 'c', manageable).ids).toEqual([
      'e',
      'd',
      'c',
    ]);
    expect(toggled(from, shown[0]!, manageable).ids).toEqual([]);
    expect(among({ ids: ['a', 'gone'], anchor: null }, shown).ids).toEqual(['a']);
  });
  it('MEDIA-10 is assigned when something is selected and nothing of it failed', () => {
    expect([canAssign([]), canAssign([shown[0]!]), canAssign([shown[0]!, shown[2]!])]).toEqual([false, true, false]);
  });
  it('of a picker keeps its order and its bounds', () => {
    const two = pickable(2, ['d']);
    const picked = [shown[4]!, shown[0]!, shown[3]!].reduce(
      (selection, one) => toggled(selection, one, two),
      nothingSelected,
    );
    expect(picked.ids).toEqual(['e', 'a']);
    expect(toggled(nothingSelected, shown[2]!, two).ids).toEqual([]);
    const one = pickable(1, []);
    expect(toggled(toggled(nothingSelected, shown[0]!, one), shown[3]!, one).ids).toEqual(['d']);
  });
});

describe('uploads', () => {
  const item = (key: string, phase: UploadPhase, over: Partial<UploadItem> = {}): UploadItem => ({
    key,
    mediaId: phase === 'waiting' ? null : `m-${key}`,
    name: key,
    size: 1,
    type: 'image/jpeg',
    phase,
    sent: 0,
    problem: null,
    preview: null,
    width: null,
    height: null,
    category: 'media',
    ...over,
  });
  it('MEDIA-36 MEDIA-39 each is registered when its bytes are there, while it is processed', () => {
    const items = [
      item('a', 'processing'),
      item('b', 'sending'),
      item('c', 'ready'),
      item('d', 'waiting'),
      item('of-a-post', 'processing', { category: 'blog' }),
    ];
    const { toRegister, left } = batchOf(items, new Set(['c']));
    expect([toRegister.map(({ key }) => key), left]).toEqual([['a'], 2]);
  });
  it('MEDIA-37 MEDIA-48 says so once all have come, or that something failed', () => {
    expect(batchLabel({ registered: 3, failed: 0 })).toBe('media-uploaded');
    expect(batchLabel({ registered: 2, failed: 1 })).toBe('library-upload-error');
    expect(batchLabel({ registered: 0, failed: 0 })).toBeNull();
    expect(batchOf([item('a', 'failed'), item('b', 'offline')], new Set())).toMatchObject({ failed: 1, left: 1 });
  });
  it('MEDIA-48 a reload in the middle is no failure: what it stopped counts again from when it goes on', () => {
    const begun = knownAmong([item('a', 'ready'), item('b', 'lost'), item('c', 'lost'), item('d', 'processing')], null);
    expect(batchOf([item('b', 'lost'), item('c', 'lost')], begun)).toMatchObject({
      failed: 0,
      left: 0,
      toRegister: [],
    });
    const goesOn = knownAmong([item('a', 'ready'), item('b', 'sending'), item('c', 'waiting')], begun);
    expect(batchOf([item('b', 'processing'), item('c', 'waiting')], goesOn)).toMatchObject({
      left: 1,
      toRegister: [{ key: 'b' }],
    });
    expect(batchOf([item('b', 'failed'), item('c', 'ready')], goesOn)).toMatchObject({ failed: 1, left: 0 });
    expect(knownAmong([item('e', 'sending', { isElsewhere: true })], goesOn).has('e')).toBe(true);
  });
});

describe("a category's name", () => {
  it.each([
    ['MEDIA-40', ' ', 'library-category-required'],
    ['MEDIA-42', 'x'.repeat(31), 'category-name-30'],
    ['MEDIA-42', '😀'.repeat(30), null],
    ['MEDIA-43', ' KILN openings ', 'library-category-exists'],
    ['MEDIA-43 MEDIA-03', 'Preview', 'library-category-exists'],
    ['MEDIA-45', ' New one ', null],
  ])('%s in the form: "%s"', (_rule, name, problem) => {
    expect(categoryFormProblem(name, ['Kiln Openings'])).toBe(problem);
  });
  it('MEDIA-41 may be longer in the call', () => {
    expect([libraryCategoryProblem('x'.repeat(31)), libraryCategoryProblem('x'.repeat(101))]).toEqual([
      null,
      'library-category-100',
    ]);
  });
});

describe('what a form does with files of the library', () => {
  it('MEDIA-34 offers a preview where something is locked, and another order where there is more than one file', () => {
    expect([isPreviewOffered({ visibility: 'locked' }), isPreviewOffered({ visibility: 'private' })]).toEqual([
      true,
      false,
    ]);
    expect([
      isReorderOffered({ ...emptyPostForm, files: ['a'] }),
      isReorderOffered({ ...emptyPostForm, files: ['a', 'b'] }),
    ]).toEqual([false, true]);
  });
  it('MEDIA-35 without a preview mode there is no preview', () => {
    const before = { ...emptyDraft, visibility: 'locked' as const, hasPreview: true, preview: 'a' };
    expect(withPreview(before, false)).toMatchObject({ hasPreview: false, preview: null });
    expect(withVisibility(before, 'private')).toMatchObject({ hasPreview: false, preview: null });
  });
});
