import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { studioEntries, studioFeatures } from '../../src/app/studio-features.ts';
import { StudioBar } from '../../src/features/studio/frame/studio-bar.tsx';
import { StudioRail } from '../../src/features/studio/frame/studio-rail.tsx';
import { StudioEntriesProvider, useStudioMenu } from '../../src/lib/studio-menu.ts';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { tell } from '../testing/events.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

beforeAll(() => addStudioTexts('en'));

const none = () => {};
const counts = {
  totalUnreadCount: 131,
  purchasedNotificationUnreadCount: 104,
  subscriptionNotificationUnreadCount: 27,
};
const creator = (over: Partial<MeView> = {}) => person({ role: 'model', isAdmin: true, ...over });

function Bars() {
  const menu = useStudioMenu();
  return (
    <>
      <StudioRail menu={menu} onFind={none} onKeys={none} onLogOut={none} />
      <StudioBar menu={menu} onFind={none} onLogOut={none} />
    </>
  );
}

/** The creator area's two bars, once the socket has told of the numbers. */
async function studioBars(
  told: typeof counts | null,
  over: Partial<MeView> = {},
): Promise<{ rail: string; bar: string }> {
  const bootstrap = bootstrapOf({ path: '/admin', viewer: creator(over) });
  const queries = makeQueryClient(bootstrap);
  queries.setQueryData(queryKeys.me(bootstrap.site.id), bootstrap.viewer);
  if (told !== null) await tell('UNREAD_COUNT', told, { queries, site: bootstrap.site.id, features: studioFeatures });
  const viewer = queries.getQueryData<MeView>(queryKeys.me(bootstrap.site.id)) ?? null;
  expect(viewer).toMatchObject(told ?? {});
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin']}>
      <Providers
        app={{ bootstrap: { ...bootstrap, viewer }, texts: await loadTexts('en'), slots: {} as never, queries }}
      >
        <StudioEntriesProvider value={studioEntries}>
          <Bars />
        </StudioEntriesProvider>
      </Providers>
    </MemoryRouter>,
  );
  const at = html.indexOf('class="studio-bar"');
  return { rail: html.slice(0, at), bar: html.slice(at) };
}

/** The number on the entry that leads to `to`; null without one. */
const badgeOf = (html: string, to: string): string | null =>
  new RegExp(`<a[^>]*href="${to}"[^>]*>(?:(?!</a>).)*?class="badge"><span aria-hidden="true">([^<]*)`).exec(
    html,
  )?.[1] ?? null;
const badges = (html: string): string[] =>
  [...html.matchAll(/class="badge"><span aria-hidden="true">([^<]*)/g)].map((found) => found[1] ?? '');

describe('the three numbers of UNREAD_COUNT', () => {
  it('stand on fans and transactions in the rail, capped at 99+', async () => {
    const { rail } = await studioBars(counts);
    expect(badgeOf(rail, '/admin/subscribers')).toBe('27');
    expect(badgeOf(rail, '/admin/transactions')).toBe('99+');
  });

  it('stand beside the money that waits for somebody, which the rail calls open, not new', async () => {
    const { rail } = await studioBars(null, { openItemsCount: 3 });
    expect(badgeOf(rail, '/admin/open-items')).toBe('3');
    expect(rail).toContain('Open items, 3 open');
  });

  it("stand on fans and on More in a phone's bar", async () => {
    const { bar } = await studioBars(counts);
    expect(badgeOf(bar, '/admin/subscribers')).toBe('27');
    expect(badges(bar)).toEqual(['27', '99+']);
  });

  it('stand nowhere while nothing is new', async () => {
    const { rail, bar } = await studioBars(null);
    expect(badges(rail + bar)).toEqual([]);
  });

  it('stand together on the way from the site to the creator area: in the top bar, on More and behind it', async () => {
    const page = async (viewer: MeView) => (await render(bootstrapOf({ path: '/more-links', viewer }))).html;
    const html = await page(creator({ ...counts, totalUnreadCount: 31 }));
    const part = (tag: string, mark: string) =>
      new RegExp(`<${tag}[^>]*class="${mark}[\\s\\S]*?</${tag}>`).exec(html)?.[0] ?? '';
    expect(badgeOf(part('header', 'navbar'), '/admin')).toBe('31');
    expect(badgeOf(part('nav', 'bottom-bar'), '/more-links')).toBe('31');
    expect(badgeOf(part('div', 'links-page'), '/admin')).toBe('31');
    expect(badges(await page(person({ ...counts, totalUnreadCount: 31 })))).toEqual([]);
  });
});
