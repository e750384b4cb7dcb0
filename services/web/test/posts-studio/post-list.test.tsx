import type { PostView } from '@backlot/contracts/posts';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { DataTable } from '../../src/components/kit/table/data-table.tsx';
import { AmountField } from '../../src/features/posts-studio/fields/amount-field.tsx';
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

const draw = (List: typeof PostsGrid, given: PostView): Promise<string> => drawn(<List posts={[given]} />);
async function drawn(part: ReactElement): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/posts', viewer: person({ role: 'model', isAdmin: true }) });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/posts']}>
      <Providers
        app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) }}
      >
        <UploadsProvider userId="u">{part}</UploadsProvider>
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

it.each([
  ['2.94', true],
  ['2.95', false],
  ['100', false],
  ['100.01', true],
  ['0', false],
  ['', false],
])('a price of %s is said to be paid from the wallet alone where no card pays it: %s', async (amount, isSaid) => {
  const field = { amount, usual: [], min: 1, max: 450, error: null, onChange: () => {} };
  const html = await drawn(<AmountField {...field} ofCards={{ min: 2.95, max: 100 }} />);
  expect(html.includes('from their wallet only. Cards can be charged between $2.95 and $100.00.')).toBe(isSaid);
  expect(await drawn(<AmountField {...field} />)).not.toContain('wallet');
});
