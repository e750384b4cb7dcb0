import type { StoredRole } from '@backlot/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import type { QueryClient } from '@tanstack/react-query';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { Page as PurchasedByPage } from '../../src/features/posts-studio/purchased-by-page.tsx';
import { Page as PurchaseNotificationPage } from '../../src/features/staff/purchase-notification-page.tsx';
import { ApiError } from '../../src/lib/api.ts';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const user = { _id: 'fan-1', name: 'Ines Falk', email: 'ines@fans.example' };
const purchase = { _id: 'p-1', user, date: '2026-03-10T12:00:00.000Z', amount: 8, currency: 'USD' };
const first = { ...purchase, version: { _id: 'v-1', serial: 4 }, state: 'open' };
const again = { ...purchase, _id: 'p-2', version: { _id: 'v-2', serial: 9 }, state: 'refund' };
const answer = {
  title: 'Anagama',
  promotion: null as null | { _id: string; type: 'LOCKED_CONTENT'; ribbon_text: string },
  earnings: 8,
  currency: 'USD',
  purchases: [first],
  paginationData: { currentPage: 1, totalPages: 1, totalRows: 1, limit: 20 },
};

async function show(
  { path, route, page, role = 'admin' }: { path: string; route: string; page: React.ReactNode; role?: StoredRole },
  fill: (queries: QueryClient, site: string) => void,
): Promise<string> {
  const bootstrap = bootstrapOf({ path, viewer: person({ role, isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  fill(queries, bootstrap.site.id);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <Routes>
          <Route path={route} element={page} />
        </Routes>
      </Providers>
    </MemoryRouter>,
  );
}
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

const at = '/admin/purchased-by/locked-exclusive-content';
const showBuyers = (data: object, promotion: string | null = null) =>
  show(
    {
      path: `${at}/post-1${promotion === null ? '' : `/${promotion}`}`,
      route: `${at}/:blogId/:promotion_id?`,
      page: <PurchasedByPage />,
    },
    (queries, site) => queries.setQueryData([site, 'purchased-by', 'post-1', promotion, 1], data),
  );

describe('who bought a post', () => {
  it('is told with what it brought, and the way back to all posts for sale', async () => {
    const html = await showBuyers(answer);
    expect(html).toContain('href="/admin/locked-exclusive-content"');
    expect(textOf(html)).toMatch(/Anagama.*Ines Falk ines@fans\.example \$8\.00.*Sold 1 Earned, after refunds \$8\.00/);
    expect(html).not.toContain('/admin/promotion-subscribe-users');
  });

  it("is told in the currencies that it was paid in, which need not be the site's", async () => {
    const purchases = [{ ...first, amount: 7, currency: 'GBP' }, first];
    const text = textOf(await showBuyers({ ...answer, earnings: 7, currency: 'GBP', purchases }));
    expect(text).toMatch(/£7\.00.*\$8\.00.*Earned, after refunds £7\.00/);
  });

  it('says which version was bought where there are several, and what was taken back', async () => {
    expect(textOf(await showBuyers(answer))).not.toContain('P–4');
    const text = textOf(await showBuyers({ ...answer, purchases: [again, first] }));
    for (const part of ['P–9', 'P–4', 'Refunded']) expect(text).toContain(part);
  });

  it('at the price of a promotion leads to that promotion, and to all who bought it', async () => {
    const promotion = { _id: 'promo-1', type: 'LOCKED_CONTENT', ribbon_text: 'Half off for a day' } as const;
    const html = await showBuyers({ ...answer, promotion }, 'promo-1');
    expect(html).toMatch(/href="\/admin\/promotion-subscribe-users\/promo-1"[^>]*>Half off for a day/);
    expect(html).toContain(`href="${at}/post-1"`);
  });

  it('says that nobody did at that price', async () => {
    const promotion = { _id: 'promo-1', type: 'LOCKED_CONTENT', ribbon_text: '' } as const;
    const nobody = { ...answer, promotion, purchases: [] };
    expect(textOf(await showBuyers(nobody, 'promo-1'))).toContain('Nobody has bought at this price yet.');
  });
});

describe('notifications of purchases', () => {
  const path = '/purchase-notification';
  const before = '2026-03-10T11:00:00.000Z';
  const showNotices = (
    notifications: object[],
    { role = 'admin', lookedAt = before }: { role?: StoredRole; lookedAt?: string | null } = {},
  ) =>
    show({ path, route: path, page: <PurchaseNotificationPage />, role }, (queries, site) =>
      queries.setQueryData([site, 'purchase-notifications'], {
        pages: [
          { notifications: notifications.slice(0, 2), looked_at: lookedAt, next: 'n-2' },
          // Asked for once the first was marked as read.
          { notifications: notifications.slice(2), looked_at: '2026-03-11T12:00:00.000Z', next: null },
        ],
        pageParams: [null, 'n-2'],
      }),
    );
  const notice = { _id: 'n-1', user, post: { _id: 'post-1', title: 'Anagama' }, date: purchase.date };
  const second = { ...notice, _id: 'n-2', post: null };

  it('say what is new, on later pages too, and lead to everybody who bought the post', async () => {
    const html = await showNotices([
      notice,
      second,
      { ...notice, _id: 'n-3' },
      { ...notice, _id: 'n-4', date: '2026-03-10T10:00:00.000Z' },
    ]);
    expect(html).toMatch(new RegExp(`href="${at}/post-1"[^>]*>Anagama`));
    expect(textOf(html).match(/New/g)).toHaveLength(3);
    expect(textOf(html).match(/Ines Falk/g)).toHaveLength(4);
  });

  it('say nothing is new to those who are not told', async () => {
    expect(textOf(await showNotices([notice], { lookedAt: null }))).not.toContain('New');
  });

  it('lead support, who may not open it, to no list of buyers', async () => {
    const html = await showNotices([notice], { role: 'support' });
    expect(html).not.toContain(at);
    expect(textOf(html)).toContain('Anagama');
    // Without a menu it goes by links.
    expect(html).toContain('href="/admin/transactions"');
  });

  it('say that the next page did not come', async () => {
    const html = await show({ path, route: path, page: <PurchaseNotificationPage /> }, (queries, site) => {
      const key = [site, 'purchase-notifications'];
      const pages = [{ notifications: [notice], looked_at: null, next: 'n-1' }];
      queries.setQueryData(key, { pages, pageParams: [null] });
      queries
        .getQueryCache()
        .find({ queryKey: key })
        ?.setState({
          status: 'error',
          error: new ApiError(500, { code: 'internal' }),
          fetchMeta: { fetchMore: { direction: 'forward' } },
        });
    });
    expect(textOf(html)).toMatch(/Ines Falk.*could not be loaded.*Try again/);
  });

  it('say where they will appear while there are none', async () => {
    expect(textOf(await showNotices([]))).toContain('No purchases yet. They will appear here.');
  });
});
