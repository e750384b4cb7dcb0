import type { PostView } from '@backlot/contracts/posts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { DataTable } from '../../src/components/kit/table/data-table.tsx';
import { usePostColumns } from '../../src/features/posts-studio/list/post-columns.tsx';
import { PostsGrid } from '../../src/features/posts-studio/list/posts-grid.tsx';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { UploadsProvider } from '../../src/entities/upload/use-uploads.tsx';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { post } from '../testing/post-fixture.ts';

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  await addStudioTexts('en');
});

async function draw(List: typeof PostsGrid, given: PostView): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/posts', viewer: person({ role: 'model', isAdmin: true }) });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/posts']}>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <UploadsProvider userId="u">
          <List posts={[given]} />
        </UploadsProvider>
      </Providers>
    </MemoryRouter>,
  );
}

function PostsTable({ posts }: { posts: readonly PostView[] }) {
  return (
    <DataTable
      caption="Posts"
      columns={usePostColumns()}
      rows={posts}
      hidden={[]}
      sorting={{ column: 'date', direction: 'desc' }}
      onSort={() => {}}
      openId={null}
      onOpen={null}
      selection={null}
      onSelection={() => {}}
      nameOf={({ title }) => title}
    />
  );
}

describe('a post in the list', () => {
  it.each([
    ['grid', PostsGrid],
    ['table', PostsTable],
  ] as const)('says in the %s how many of its films play without a sound that could not be read', async (_, List) => {
    expect(await draw(List, post({ sound_lost_index: [0] }))).toContain(
      '1 video plays without sound: its audio could not be read.',
    );
    expect(await draw(List, post({ sound_lost_index: [0, 2] }))).toContain('2 videos play without sound');
    expect(await draw(List, post({ sound_lost_index: [] }))).not.toContain('without sound');
  });
});
