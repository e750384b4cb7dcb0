import type { ActivityDay, ActView } from '@backlot/contracts/influencer-activity';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { ActivityPanel } from '../../src/features/staff/activity/activity-panel.tsx';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const site = 'abcdefghijkl';
const figures = {
  posts: 0,
  photos: 0,
  videos: 0,
  comments: 0,
  promotions: 0,
  coupons: 0,
  prices: 1,
  settings: 1,
  sign_ins: 0,
  gross: 19.99,
  returned: 0,
  net: 19.99,
  new_members: 1,
  lost_members: 0,
};
const day: ActivityDay = { _id: '2026-03-10', day: '2026-03-10', ...figures };
const act = (over: Partial<ActView>): ActView => ({
  _id: '0198c5d2-0000-7000-8000-000000000001',
  kind: 'setting',
  date: '2026-03-10T12:00:00.000Z',
  person: { _id: '0198c5d2-0000-7000-8000-000000000002', name: 'Ines Falk' },
  about: null,
  text: null,
  photos: 0,
  videos: 0,
  keys: [],
  ...over,
});

async function show(shown: React.ReactNode, key: readonly unknown[], data: unknown): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/influencer-activity', viewer: person({ role: 'admin' }) });
  const app = { bootstrap, texts: await loadTexts('en'), slots: {} as never, queries: makeQueryClient(bootstrap) };
  app.queries.setQueryData([site, 'influencer-activity', ...key], data);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/influencer-activity']}>
      <Providers app={app}>{shown}</Providers>
    </MemoryRouter>,
  );
}

describe('what was done on the site', () => {
  it('names the settings that were changed, in the panel of a day', async () => {
    const filters = { kind: 'all', person: null, days: '30', from: null, to: null } as const;
    const acts = [
      act({ keys: ['site_name', 'section_2_title'] }),
      act({ _id: '0198c5d2-0000-7000-8000-000000000003', kind: 'price', keys: ['membership_price'] }),
    ];
    const html = await show(
      <ActivityPanel day={day} currency="USD" filters={filters} onClose={() => {}} onPrevious={null} onNext={null} />,
      ['acts', { day: day.day }],
      { pages: [{ acts, next: null }], pageParams: [null] },
    );
    expect(html.match(/class="small statement-names">[^<]*/g)).toEqual([
      expect.stringMatching(/>Site name, Section 2: title$/),
      expect.stringMatching(/>First month$/),
    ]);
    expect(html).not.toMatch(/section_2_title|membership_price/);
  });
});
