import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { useUtmEntry } from '../../src/features/staff/utm/utm-columns.tsx';
import { UtmGroups } from '../../src/features/staff/utm/utm-groups.tsx';
import { UtmPanel } from '../../src/features/staff/utm/utm-panel.tsx';
import type { UtmReport } from '../../src/features/staff/utm/utm-query.ts';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const none = { source: null, medium: null, campaign: null };
const user = {
  _id: '0198c5d2-0000-7000-8000-000000000002',
  name: 'Ines Falk',
  email: 'ines@fans.example',
  date: '2026-03-10T12:00:00.000Z',
  ...none,
  source: 'insta',
  term: null,
  content: 'bio',
  member_since: null,
  has_paid: true,
  net: 4.5,
};
const group = { ...none, source: 'insta', medium: 'social', registered: 12, members: 5, paid: 6, net: 80 };
const report: UtmReport = {
  currency: 'USD',
  users: [user],
  paginationData: { currentPage: 1, totalPages: 1, totalRows: 1, limit: 20 },
  groups: [group, { ...none, registered: 1, members: 0, paid: 0, net: -4 }],
  group_count: 2,
  sums: { registered: 13, members: 5, paid: 6, net: 76 },
  sources: ['insta'],
  campaigns: [],
};

async function show(what: React.ReactNode): Promise<string> {
  const bootstrap = bootstrapOf({ path: '/admin/user-utm-params', viewer: person({ role: 'admin', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin/user-utm-params']}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{what}</Providers>
    </MemoryRouter>,
  );
}
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

function Row() {
  const { note, end } = useUtmEntry('USD')(user);
  return (
    <>
      {note}: {end}
    </>
  );
}

describe('what campaigns brought', () => {
  it('stands with the sums of all above the fans, money that went back below nothing', async () => {
    const text = textOf(await show(<UtmGroups report={report} />));
    for (const part of [
      'insta · social$80.00',
      'Registered 12 · Became members 5 · Have paid 6',
      'None-$4.00',
      '$76.00',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('most registrations');
  });

  it('says that there are more than it shows', async () => {
    const html = await show(<UtmGroups report={{ ...report, group_count: 1_200 }} />);
    expect(html).toContain('Top 2 of 1,200 by registrations.');
  });

  it('is left out where nobody came', async () => {
    expect(await show(<UtmGroups report={{ ...report, groups: [], group_count: 0 }} />)).not.toContain('<article');
  });
});

describe('a fan who came with UTM parameters', () => {
  it('is shown with what the first visit named alone, and the money', async () => {
    expect(textOf(await show(<Row />))).toBe('insta: $4.50');
  });

  it('opens with every value, and the way to their page', async () => {
    const html = await show(<UtmPanel user={user} currency="USD" onClose={() => {}} onPrevious={null} onNext={null} />);
    expect(textOf(html)).toContain('UTM sourceinstaUTM mediumNoneUTM campaignNoneUTM termNoneUTM contentbio');
    for (const part of ['None yet', 'Yes', `/admin/subscribers/${user._id}`]) expect(html).toContain(part);
  });
});
