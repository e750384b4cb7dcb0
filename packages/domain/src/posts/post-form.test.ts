import { describe, expect, it } from 'vitest';
import { reuseAmount, unlockAmount } from '../money/amount-rules.ts';
import {
  announcementFor,
  hasBareLayout,
  mayCreatePosts,
  postMenu,
  seesEarnings,
  seesMediaCounts,
  seesMediaSize,
  seesPrices,
} from '../people/capabilities.ts';
import type { ChosenFile, PostForm } from './post-form.ts';
import {
  chooseVisibility,
  emptyPostForm,
  fileError,
  isPreviewOffered,
  isReorderOffered,
  isSameFile,
  newCategoryError,
  normaliseTag,
  offeredVisibilities,
  postFormErrors,
  reuseDate,
  reuseSchedule,
  tagError,
  tagListError,
  tagNameError,
} from './post-form.ts';
import type { StoredRole, Viewer } from '../people/roles.ts';
import { storedRoles } from '../people/roles.ts';

const settings = {
  content_unlock_minimum_amount: 5,
  content_unlock_maximum_amount: 450,
  tips_minimum_amount: 5,
  tips_maximum_amount: 500,
};
const now = Date.parse('2026-03-01T00:00:00Z');
const full: PostForm = { ...emptyPostForm, caption: 'Two bowls', files: ['a', 'b'], preview: ['a'], blurCaption: true };
const codes = (change: Partial<PostForm>) =>
  postFormErrors({ ...full, ...change }, settings, now).map(({ code }) => code);

describe('the form of a new post', () => {
  it('POST-054 POST-087 begins locked, at 20, without files', () => {
    expect(emptyPostForm).toMatchObject({
      visibility: 'locked',
      amount: 20,
      files: [],
      preview: [],
      scheduledAt: null,
    });
  });

  it('POST-005 POST-047 offers Public only when that is on', () => {
    expect([
      offeredVisibilities({ enable_public_post: true }),
      offeredVisibilities({ enable_public_post: false }),
    ]).toEqual([
      ['locked', 'private', 'public'],
      ['locked', 'private'],
    ]);
  });

  it('POST-048 POST-049 POST-050 choosing Public resets the blur, clears the preview and turns caption blur off', () => {
    expect(chooseVisibility(full, 'public')).toMatchObject({
      visibility: 'public',
      blurMedia: false,
      blurCaption: false,
      preview: [],
    });
  });

  it('POST-051 POST-052 choosing Private clears the preview and the show-length', () => {
    expect(chooseVisibility(full, 'private')).toMatchObject({
      visibility: 'private',
      preview: [],
      showContentLength: false,
      showMediaCount: false,
      blurCaption: true,
    });
  });

  it('POST-053 a preview is offered only when Locked', () => {
    expect((['locked', 'private', 'public'] as const).map((visibility) => isPreviewOffered({ visibility }))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('POST-061 a single file cannot be reordered', () => {
    expect([isReorderOffered({ files: ['a'] }), isReorderOffered({ files: ['a', 'b'] })]).toEqual([false, true]);
  });

  it.each([
    ['a good one', {}, []],
    ['POST-083 a gallery without a caption', { caption: '  ' }, ['caption-required']],
    ['POST-083 a single picture may have none', { caption: '', files: ['a'] }, []],
    ['POST-084 no media', { files: [], preview: [] }, ['media-required']],
    ['POST-094 46 files', { files: Array.from({ length: 46 }, String) }, ['max-45']],
    ['POST-094 45 files', { files: Array.from({ length: 45 }, String) }, []],
    ['POST-110 two previews', { preview: ['a', 'b'] }, ['one-preview']],
    ['POST-085 a price below', { amount: 4.99 }, ['amount-range']],
    ['POST-085 a price above', { amount: 450.01 }, ['amount-range']],
    ['POST-085 a price counts only when locked', { amount: 1, visibility: 'private', preview: [] }, []],
    ['POST-060 a schedule in the past', { scheduledAt: now }, ['schedule-past']],
    ['POST-060 a schedule to come', { scheduledAt: now + 1 }, []],
    ['TAG-04 an empty tag', { tags: [' '] }, ['tag-empty']],
  ] as const)('%s', (_rule, change, expected) => {
    expect(codes(change)).toEqual(expected);
  });

  it('TAG-03 TAG-09 tags are trimmed and lower case', () => {
    expect(normaliseTag('  Raku Firing ')).toBe('raku firing');
  });

  it('TAG-05 TAG-08 a tag is refused twice and over 30 characters', () => {
    expect([
      tagError('Raku', ['raku']),
      tagError('x'.repeat(31), []),
      tagError('x'.repeat(30), []),
      tagError(' ', []),
    ]).toEqual(['tag-added', 'tag-too-long', null, 'tag-empty']);
  });
});

describe('chosen files', () => {
  const photo: ChosenFile = { name: 'bowl.png', size: 1000, type: 'image/png' };
  const single = { n: 1, isGallery: false, isPreview: false };

  it.each([
    ['POST-088 a gif', { ...photo, type: 'image/gif' }, single, 'media-format'],
    [
      'POST-089 a gif in a gallery',
      { ...photo, type: 'image/gif' },
      { ...single, n: 3, isGallery: true },
      'image-number-format',
    ],
    ['POST-090 a gif as preview', { ...photo, type: 'image/gif' }, { ...single, isPreview: true }, 'preview-format'],
    ['POST-092 50 MB', { ...photo, size: 50_000_000 }, single, null],
    ['POST-092 a byte more', { ...photo, size: 50_000_001 }, single, 'file-too-large'],
    ['POST-092 more than 50 megapixels', { ...photo, pixels: 50_000_001 }, single, 'file-too-large'],
    ['POST-092 a film of 1 GB', { ...photo, type: 'video/mp4', size: 1e9 }, single, null],
    [
      'POST-092 LIMIT-16 a film over 5e9 bytes',
      { ...photo, type: 'video/mp4', size: 5e9 + 1 },
      single,
      'file-too-large',
    ],
  ])('%s', (_rule, file, place, code) => {
    expect(fileError(file, place)?.code ?? null).toBe(code);
  });

  it('POST-093 the same name and size is the same file', () => {
    expect([isSameFile(photo, { ...photo, type: 'image/jpeg' }), isSameFile(photo, { ...photo, size: 1001 })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('amounts', () => {
  it('POST-085 LIMIT-09 an unlock price lies between the bounds, both included', () => {
    expect([4.99, 5, 450, 450.01, '9', 9.999].map((amount) => unlockAmount(amount, settings).ok)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(unlockAmount(1, settings)).toEqual({
      ok: false,
      error: { code: 'amount-range', params: { min: 5, max: 450 } },
    });
  });

  it('REUSE-15 a reuse price is a whole number between the bounds of tips', () => {
    expect([4, 5, 20.5, 500, 501].map((amount) => reuseAmount(amount, settings).ok)).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('what roles may do', () => {
  const person = (role: StoredRole, change: object = {}): Viewer => ({ role, status: '0', ...change });
  const who = (rule: (viewer: Viewer) => boolean) => storedRoles.filter((role) => rule(person(role))).sort();
  const authors = ['admin', 'content_manager', 'model', 'sub_admin'];

  it('ROLE-67 ROLE-86 POST-016 posts are made by model, admin, sub_admin and content_manager', () => {
    expect(who(mayCreatePosts)).toEqual(authors);
    expect(mayCreatePosts(null)).toBe(false);
  });

  it('ROLE-71 MEDIA-20 the size of media is for role admin', () => {
    expect(who(seesMediaSize)).toEqual(['admin']);
  });

  it('ROLE-37 a live_stream_manager sees no prices', () => {
    expect([seesPrices(person('live_stream_manager')), seesPrices(person('model')), seesPrices(null)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('ROLE-34 earnings may be hidden from content managers', () => {
    expect(who((viewer) => seesEarnings(viewer, { hide_earnings: false }))).toEqual([
      'admin',
      'content_manager',
      'model',
      'sub_admin',
      'support',
    ]);
    expect(seesEarnings(person('content_manager'), { hide_earnings: true })).toBe(false);
  });

  it('ROLE-77 media counts are kept from fans unless switched on', () => {
    const off = { show_media_count_in_exclusive_content: false };
    expect([
      seesMediaCounts(person('user'), off),
      seesMediaCounts(person('model'), off),
      seesMediaCounts(null, { show_media_count_in_exclusive_content: true }),
    ]).toEqual([false, true, true]);
  });

  it('ROLE-39 support has the bare layout', () => {
    expect(who(hasBareLayout)).toEqual(['support']);
  });

  it('ROLE-59 POPUP-26 POPUP-27 POPUP-28 POPUP-29 the announcement is for the enabled group, never for staff, never on /subscribe', () => {
    const on = {
      'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': true,
      'announcement_banner_settings.is_announcement_banner_enabled_for_non_subscribers': true,
    };
    const off = { ...on, 'announcement_banner_settings.is_announcement_banner_enabled_for_subscribers': false };
    const member = person('user', { status: '2' });
    expect([
      announcementFor(member, '/', on),
      announcementFor(person('user'), '/', on),
      announcementFor(person('model'), '/', on),
      announcementFor(member, '/subscribe', on),
      announcementFor(member, '/', off),
      announcementFor(null, '/', on),
    ]).toEqual(['subscriber', 'non_subscriber', null, null, null, null]);
  });
});

describe('the card menu', () => {
  const model: Viewer = { role: 'model', status: '0' };
  const photo = { hasPhoto: true, video: null };

  it('POST-036 POST-037 ROLE-68 POST-042 model, admin and sub_admin have it in full', () => {
    for (const role of ['model', 'admin', 'sub_admin'] as const) {
      expect(postMenu({ role, status: '0' }, { hasPhoto: true, video: { hasFailed: true, waitMs: 0 } })).toEqual([
        'edit',
        'tags',
        'refresh-blur',
        'rotate',
        'reuse',
        'video-process',
        'delete',
      ]);
    }
  });

  it('POST-038 POST-040 a content_manager has no Refresh blur and no Send Video Process Request', () => {
    expect(
      postMenu({ role: 'content_manager', status: '0' }, { hasPhoto: true, video: { hasFailed: true, waitMs: 0 } }),
    ).toEqual(['edit', 'tags', 'rotate', 'reuse', 'delete']);
  });

  it('POST-039 Rotate is for photos', () => {
    expect(postMenu(model, { hasPhoto: false, video: { hasFailed: false, waitMs: 0 } })).not.toContain('rotate');
  });

  it('POST-041 Send Video Process Request comes after 30 minutes or a failure', () => {
    const half = 30 * 60_000;
    expect(
      [half, half + 1].map((waitMs) =>
        postMenu(model, { hasPhoto: false, video: { hasFailed: false, waitMs } }).includes('video-process'),
      ),
    ).toEqual([false, true]);
  });

  it('POST-043 live_stream_manager, support, fans and guests have none', () => {
    for (const viewer of [
      null,
      { role: 'user', status: '2' },
      { role: 'live_stream_manager', status: '0' },
      { role: 'support', status: '0' },
    ] as const)
      expect(postMenu(viewer, photo)).toEqual([]);
  });
});

describe('tags and categories as they are typed', () => {
  it.each([
    [[], null],
    [['Tea', 'Ash'], null],
    [['Tea', '  '], 'tag-empty'],
    [['x'.repeat(31)], 'tag-too-long'],
    [[` ${'🏺'.repeat(30)} `], null],
  ])('TAG-04 TAG-08 %j with a post: %s', (tags, code) => {
    expect(tagListError(tags)).toBe(code);
  });
  it.each([
    ['', 'tag-blank'],
    [' \n', 'tag-blank'],
    ['x'.repeat(31), 'tag-too-long'],
    ['x'.repeat(30), null],
  ])('TAG-07 TAG-08 TAG-11 a tag named %j: %s', (name, code) => {
    expect(tagNameError(name)).toBe(code);
  });
  it.each([
    ['Kiln', [], null],
    ['x'.repeat(30), [], null],
    ['x'.repeat(31), [], 'category-name-30'],
    [' KILN ', ['kiln'], 'category-invalid'],
    ['', [], 'category-invalid'],
    ['Preview', [], 'category-invalid'],
    ['all media', [], 'category-invalid'],
  ])('POST-095 POST-096 a new category %j beside %j: %s', (name, taken, code) => {
    expect(newCategoryError(name, taken)).toBe(code);
  });
});

describe('publishing again', () => {
  const [original, at] = [new Date('2026-01-01T00:00:00Z'), new Date(now)];
  const dated = (chosen: string | null, keepsDate: boolean) =>
    reuseDate({ chosen: chosen === null ? null : new Date(chosen), keepsDate, original, now: at });

  it('REUSE-05 REUSE-06 REUSE-07 is dated by the schedule, else by the original, else now', () => {
    expect([dated('2026-03-01T00:00:00.001Z', true), dated(null, true), dated(null, false)]).toEqual([
      new Date('2026-03-01T00:00:00.001Z'),
      original,
      at,
    ]);
  });
  it("REUSE-23 a past date is none, unless it is the original one or a client's own now; what is no date is neither", () => {
    expect([
      dated('2026-02-28T23:58:59.999Z', false),
      dated('2026-02-28T23:59:00Z', false),
      dated('2026-01-01T00:00:00Z', false),
      dated('x', false),
    ]).toEqual(['schedule-past', at, original, 'date']);
  });
  it('REUSE-02 REUSE-03 REUSE-04 the schedule is on for what is to come, else off at tomorrow', () => {
    expect(reuseSchedule({ original: new Date(now + 1), now: at, timeZone: 'UTC' })).toEqual({
      isOn: true,
      at: new Date(now + 1),
    });
    expect(reuseSchedule({ original: at, now: at, timeZone: 'UTC' })).toEqual({
      isOn: false,
      at: new Date(now + 86_400_000),
    });
  });
});
