import type { PostView } from '@backlot/contracts/posts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../src/app/providers.tsx';
import { PostsGrid } from '../src/features/posts-studio/posts-grid.tsx';
import { PostsTable } from '../src/features/posts-studio/posts-table.tsx';
import { addStudioTexts } from '../src/lib/studio-texts.ts';
import { loadTexts } from '../src/lib/texts.ts';
import { UploadsProvider } from '../src/lib/uploads/use-uploads.tsx';
import { bootstrapOf, person } from './fixture.ts';
import { post } from './post-fixture.ts';

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  await addStudioTexts('en');
});

async function draw(List: typeof PostsGrid, given: PostView): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/posts', viewer: person({ role: 'model', isAdmin: true }) });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/posts']}>
      <Providers parts={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}><UploadsProvider userId="u"><List posts={[given]} /></UploadsProvider></Providers>
    </MemoryRouter>,
  );
}

describe('a post in the list', () => {
  it.each([['grid', PostsGrid], ['table', PostsTable]] as const)('says in the %s how many of its films play without a sound that could not be read', async (_, List) => {
    expect(await draw(List, post({ sound_lost_index: [0] }))).toContain('1 film plays without sound: what its file holds could not be read.');
    expect(await draw(List, post({ sound_lost_index: [0, 2] }))).toContain('2 films play without sound');
    expect(await draw(List, post({ sound_lost_index: [] }))).not.toContain('without sound');
  });
});
