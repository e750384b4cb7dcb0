import type { LibraryMedia, MediaCategory } from '@backlot/contracts/library';
import type { StoredRole } from '@backlot/contracts';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { studioEntries } from '../../src/app/studio-features.ts';
import { CategoryColumn } from '../../src/features/library/category-column.tsx';
import { CategoryDialog } from '../../src/features/library/dialogs/category-dialog.tsx';
import { Page } from '../../src/features/library/content-manager-page.tsx';
import { DeleteCategoryDialog } from '../../src/features/library/dialogs/delete-category-dialog.tsx';
import { DeleteDialog } from '../../src/features/library/dialogs/delete-dialog.tsx';
import { DropZone } from '../../src/features/library/drop-zone.tsx';
import { MediaPicker } from '../../src/features/library/media-picker.tsx';
import { offeredCategories } from '../../src/features/library/dialogs/assign-dialog.tsx';
import { SelectionBar } from '../../src/features/library/grid/selection-bar.tsx';
import { StudioEntriesProvider } from '../../src/lib/studio-menu.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { UploadsProvider } from '../../src/entities/upload/use-uploads.tsx';
import { bootstrapOf, person } from '../testing/fixture.ts';

const site = 'abcdefghijkl';
const now = new Date().toISOString();
const media = (id: string, over: Partial<LibraryMedia> = {}): LibraryMedia => ({
  _id: id,
  name: `${id}.jpg`,
  type: 'photo',
  content_type: 'photo',
  state: 'ready',
  is_process: false,
  is_error: false,
  error_code: null,
  error_text: null,
  progress: null,
  is_sound_lost: false,
  createdAt: now,
  size: null,
  width: 1200,
  height: 900,
  video_duration: null,
  small_thumb: `/media/${id}/thumb/x`,
  thumbnail_url: `/media/${id}/w320/x`,
  sources: [],
  url: null,
  video_poster: null,
  blur_url: null,
  placeholder: null,
  category: null,
  is_preview: false,
  used_in: 0,
  sold_to: 0,
  is_sold: false,
  ...over,
});
const category = (id: string, name: string, photos = 0, over: Partial<MediaCategory> = {}): MediaCategory => ({
  _id: id,
  name,
  slug: name.toLowerCase(),
  is_built_in: false,
  is_deleted: false,
  photo_count: photos,
  video_count: 0,
  processed_photo_count: photos,
  processed_video_count: 0,
  ...over,
});
const builtIn = [
  category('all media', 'All Media', 1214, { is_built_in: true }),
  category('preview', 'Preview', 0, { is_built_in: true }),
];
const own = category('01900000-0000-7000-8000-0000000000aa', 'Kiln openings', 12);

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  await addStudioTexts('en');
});

async function draw(
  element: ReactNode,
  {
    role = 'model',
    files = [media('a')],
    categories = [...builtIn, own],
    path = '/admin/content-manager?category=all',
    onlyReady = false,
  }: {
    role?: StoredRole;
    files?: LibraryMedia[];
    categories?: MediaCategory[];
    path?: string;
    onlyReady?: boolean;
  } = {},
): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/content-manager', viewer: person({ role, isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData([site, 'library', 'categories'], categories);
  queries.setQueryData([site, 'library', 'list', 'all media', 'all', '', onlyReady], {
    pages: [{ data: files, totalRows: files.length, next: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <ThemeProvider theme={inPlace}>
      <MemoryRouter initialEntries={[path]}>
        <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
          <UploadsProvider userId="u">{element}</UploadsProvider>
        </Providers>
      </MemoryRouter>
    </ThemeProvider>,
  );
}
/** A dialog where it is asked for: without a browser there is no other place. */
const inPlace = createTheme({ components: { MuiDialog: { defaultProps: { disablePortal: true } } } });

const words = (html: string): string =>
  html
    .replace(/<style[^>]*>.*?<\/style>|<[^>]*>/gs, ' ')
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

describe('categories', () => {
  const column = (categories: MediaCategory[]) =>
    draw(
      <CategoryColumn
        categories={categories}
        chosen="all media"
        onChoose={() => {}}
        onAdd={() => {}}
        onRename={() => {}}
        onDelete={() => {}}
      />,
    );

  it('MEDIA-01 MEDIA-02 have a search, a way to add one, and a menu each but the built-in ones', async () => {
    const html = await column([...builtIn, own]);
    expect(html).toContain('placeholder="Search category"');
    expect(words(html)).toContain('Add Category');
    expect([...html.matchAll(/aria-label="Menu of ([^"]+)" title/g)].map((found) => found[1])).toEqual([
      'Kiln openings',
    ]);
    expect(html.match(/aria-haspopup="menu"/g)).toHaveLength(1);
  });
  it('MEDIA-15 MEDIA-17 say their numbers in short, and Empty for none', async () => {
    const html = words(await column([...builtIn, category('c', 'Workshops')]));
    expect(html).toMatch(/All Media 1\.2K 1214 files/);
    expect(html).toMatch(/Workshops Empty/);
  });
  it('MEDIA-14 say that there are none', async () => {
    expect(words(await column(builtIn))).toContain('No category added');
    expect(words(await column([...builtIn, own]))).not.toContain('No category added');
  });
  it('MEDIA-03 the built-in ones are not offered where a category is chosen', () => {
    expect(offeredCategories([...builtIn, own])).toEqual([own]);
  });
  it('MEDIA-49 are deleted after one question', async () => {
    expect(
      words(await draw(<DeleteCategoryDialog category={own} onDeleted={() => {}} onClose={() => {}} />)),
    ).toContain('Are you sure you want to delete Kiln openings category?');
  });
  it('MEDIA-42 a long name is refused while it is typed', async () => {
    const long = { ...own, name: 'x'.repeat(31) };
    expect(
      words(await draw(<CategoryDialog category={long} others={[]} onSaved={() => {}} onClose={() => {}} />)),
    ).toContain('Category name cannot be more than 30 characters');
    expect(
      words(
        await draw(
          <CategoryDialog
            category={{ ...own, name: 'x'.repeat(30) }}
            others={[]}
            onSaved={() => {}}
            onClose={() => {}}
          />,
        ),
      ),
    ).not.toContain('cannot be more');
  });
});

describe('the page', () => {
  it('MEDIA-06 MEDIA-51 has three tabs and a way back', async () => {
    const html = await draw(<Page />);
    expect([...html.matchAll(/role="tab"[^>]*>([^<]+)</g)].map((found) => found[1])).toEqual([
      'All',
      'Images',
      'Videos',
    ]);
    // Whoever may not open the reports goes back to the first screen.
    const back = async (role: StoredRole) =>
      /library-back-link" aria-label="Back" href="([^"]*)"/.exec(
        await draw(
          <StudioEntriesProvider value={studioEntries}>
            <Page />
          </StudioEntriesProvider>,
          { role },
        ),
      )?.[1];
    expect([await back('model'), await back('sub_admin')]).toEqual(['/admin/reporting', '/admin']);
    expect(words(html)).toContain('Content Manager');
  });
  it('MEDIA-12 on narrow screens a category comes first, then its files with a way back', async () => {
    expect(await draw(<Page />, { path: '/admin/content-manager' })).toContain('data-step="categories"');
    const chosen = await draw(<Page />);
    expect(chosen).toContain('data-step="media"');
    expect(chosen).toContain('aria-label="Back to categories"');
  });
  it('MEDIA-13 says when there is nothing', async () => {
    expect(words(await draw(<Page />, { files: [] }))).toContain('No Media Available');
  });
  it('MEDIA-26 MEDIA-27 MEDIA-28 shows what is processing, what failed and what is ready', async () => {
    const html = await draw(<Page />, {
      files: [
        media('busy', { state: 'processing', is_process: true, progress: 42 }),
        media('bad', { state: 'error', is_error: true, error_text: 'Media format is not supported.' }),
        media('good', { used_in: 2, sold_to: 3 }),
      ],
    });
    const [busy, bad, good] = html.split('role="option"').slice(1);
    expect(busy).toMatch(/aria-disabled="true"/);
    expect(busy).not.toContain('media-box');
    expect(words(busy!)).toContain('Processing 42 %');
    expect(bad).not.toMatch(/aria-disabled/);
    expect(bad).toContain('media-box');
    expect(words(bad!)).toContain('Media error Media format is not supported.');
    expect(good).toContain('/media/good/w320/x');
    expect(good).toMatch(/in 2 posts, sold to 3 fans/);
  });
  it('shows nothing of sales where they are hidden (DECISIONS 10)', async () => {
    const [good] = (await draw(<Page />, { files: [media('good', { used_in: 2, sold_to: null })] }))
      .split('role="option"')
      .slice(1);
    expect(good).toContain('in 2 posts');
    expect(good).not.toMatch(/sold/);
  });
  it('says of a film whose sound could not be read that it plays without', async () => {
    const html = await draw(<Page />, {
      files: [
        media('mute', { type: 'video', video_duration: 9, is_sound_lost: true }),
        media('film', { type: 'video', video_duration: 9 }),
      ],
    });
    const [mute, film] = html.split('role="option"').slice(1);
    expect(words(mute!)).toContain('This video plays without sound because its audio could not be read.');
    expect(film).not.toContain('without sound');
  });
  it('MEDIA-20 MEDIA-21 MEDIA-24 MEDIA-25 shows the day, the length, and the size where the server says it', async () => {
    const film = media('film', { type: 'video', video_duration: 3725, size: 432_539_187 });
    expect(words(await draw(<Page />, { files: [film] }))).toMatch(/01:02:05 413 MB Today/);
    expect(words(await draw(<Page />, { files: [{ ...film, size: null }] }))).toMatch(/01:02:05 Today/);
  });
  it('MEDIA-11 has a way to ask again', async () => {
    expect(await draw(<Page />)).toContain('aria-label="Refresh"');
  });
});

describe('selected files', () => {
  const bar = (selected: LibraryMedia[]) =>
    draw(
      <SelectionBar
        selected={selected}
        selectable={9}
        onSelectAll={() => {}}
        onAssign={() => {}}
        onPost={() => {}}
        onDelete={() => {}}
        onClear={() => {}}
      />,
    );
  it('MEDIA-10 MEDIA-11 are assigned or deleted; failed ones are only deleted', async () => {
    expect(words(await bar([media('a'), media('b')]))).toMatch(/2 selected.*Assign to category.*Delete/);
    const withFailed = words(await bar([media('a'), media('b', { state: 'error', is_error: true })]));
    expect(withFailed).toContain('Delete');
    expect(withFailed).not.toContain('Assign');
    expect(words(await bar([]))).toBe('');
  });
  it('MEDIA-50 are deleted after one question', async () => {
    expect(words(await draw(<DeleteDialog media={[media('a')]} onDeleted={() => {}} onClose={() => {}} />))).toContain(
      'Are you sure you want to delete the selected media?',
    );
  });
});

describe('uploading', () => {
  const zone = (chosen: File[]) =>
    draw(
      <DropZone
        chosen={chosen}
        onChosen={() => {}}
        into="Kiln openings"
        onUpload={() => {}}
        pick={{ current: null }}
      />,
    );
  it('MEDIA-38 the button is hidden until files are chosen', async () => {
    expect(await zone([])).not.toContain('data-tone="primary"');
    const html = await zone([new File(['x'], 'a.jpg', { type: 'image/jpeg' })]);
    expect(html).toMatch(/data-tone="primary">Upload</);
    expect(words(html)).toContain('1 file selected · They will be added to Kiln openings.');
  });
  it.each([
    ['notes.heic', 'image/heic'],
    ['page.html', 'text/html'],
    ['run.exe', ''],
    ['vector.svg', 'image/svg+xml'],
    ['list.m3u8', 'application/vnd.apple.mpegurl'],
  ])('MEDIA-46 MEDIA-47 %s is refused before anything is sent', async (name, type) => {
    const html = await zone([new File(['x'], name, { type })]);
    expect(words(html)).toContain('Media format is not supported.');
    expect(html).toMatch(/data-tone="primary" disabled=""/);
  });
});

describe('the picker', () => {
  const picker = (title: 'content-manager-title' | 'select-media-title' | 'select-preview-title') =>
    draw(<MediaPicker title={title} most={45} taken={['b']} onPick={() => {}} onClose={() => {}} />, {
      onlyReady: true,
      files: [media('a'), media('b')],
    });
  it.each([
    ['content-manager-title', 'Content Manager'],
    ['select-media-title', 'Select Media'],
    ['select-preview-title', 'Select Preview'],
  ] as const)('MEDIA-16 is titled by what is wanted: %s', async (title, shown) => {
    const html = await picker(title);
    expect(html).toMatch(new RegExp(`<h2[^>]*>${shown}</h2>`));
    expect(words(html)).toMatch(/Cancel Select$/);
  });
  it('MEDIA-05 has no drop zone, and nothing that changes the library', async () => {
    const html = await picker('select-media-title');
    expect(html).not.toMatch(/library-drop|type="file"|Add Category|Menu of/);
  });
  it('marks what is chosen already', async () => {
    const [, first, second] = (await picker('select-media-title')).split('role="option"');
    expect(first).not.toContain('aria-disabled');
    expect(second).toMatch(/aria-disabled="true"/);
    expect(words(second!)).toContain('Already selected');
  });
});
