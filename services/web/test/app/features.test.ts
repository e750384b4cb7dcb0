import type { ServerEventWays } from '@backlot/contracts/events';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { bottomItems, navbarItems } from '@backlot/domain/sites/navigation';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { loadHandlers, type None } from '../../src/app/live/live-updates.tsx';
import { fanEntries, fanFeatures } from '../../src/app/fan-features.ts';
import { studioEntries, studioFeatures } from '../../src/app/studio-features.ts';
import { routesOf } from '../../src/app/routes.ts';
import { commentsKey } from '../../src/features/comments/comments-query.ts';
import type { FanFeature } from '../../src/lib/feature.ts';
import { tell } from '../testing/events.ts';

const site = 'site-1';

describe('what the features hand over', () => {
  it('makes the menus of the creator area, in their order', () => {
    expect(studioEntries.groups.map(({ text, entries }) => [text, entries.map(({ to }) => to)])).toEqual([
      [null, ['/admin']],
      [
        'nav-group-content',
        ['/admin/posts', '/admin/create-post', '/admin/content-manager', '/admin/locked-exclusive-content'],
      ],
      ['nav-group-fans', ['/admin/subscribers', '/admin/cancellation', '/admin/photo-ids']],
      [
        'nav-group-money',
        [
          '/admin/transactions',
          '/admin/open-items',
          '/admin/voids-refund-and-chargeback',
          '/admin/statements',
          '/admin/reporting',
          '/admin/influencer-activity',
          '/admin/super-admin-tools/lookup',
          '/admin/promotions',
          '/admin/coupons',
          '/admin/coupon-reports',
          '/admin/user-report',
        ],
      ],
    ]);
    expect(studioEntries.settings?.to).toBe('/admin/settings');
  });

  it('gives every command, page and sub-page of the creator area a key and an address of its own', () => {
    const entries = studioFeatures.flatMap(({ menu = [] }) => menu);
    const commands = studioFeatures.flatMap(({ commands: own = [] }) => own);
    const keys = [...entries.map(({ go }) => `g ${go}`), ...commands.flatMap(({ key }) => key ?? [])];
    const addresses = entries.flatMap(({ to, pages = [] }) => [to, ...pages.map((page) => page.to)]);
    const names = commands.map(({ id }) => id);
    for (const list of [keys, addresses, names]) expect(new Set(list).size).toBe(list.length);
    expect(keys).toEqual(expect.arrayContaining(['mod+k', 'c', '?', '/', 'g p']));
  });

  it("gives every entry of the fans' menus whose page is built a label and an icon", () => {
    const viewers = [
      null,
      ...(['user', 'model', 'support'] as const).map((role) => ({ role, status: '0', isProxy: false }) as const),
    ];
    const all = ['feed', 'gallery', 'links', 'shop', 'tips', 'chat'];
    const settings = {
      show_reporting_page_to_content_manager: true,
      hide_earnings: false,
      enable_csv_download_for_content_managers: true,
      enable_live_stream_report_for_content_manager: true,
      enable_internal_shop: true,
      show_like_the_website_form: true,
    };
    const shown = viewers.flatMap((viewer) => [
      ...navbarItems(viewer, all, settings),
      ...bottomItems(viewer, true, [], settings),
    ]);
    expect(shown.length).toBeGreaterThan(0);
    const known = new Set<string>(fanEntries.map(({ id }) => id));
    expect(shown.filter(({ item }) => !known.has(item))).toEqual([]);
  });

  it('lets one feature show guests its landing page at the address of another', () => {
    const load = async () => ({ Page: () => null });
    const feed: FanFeature = { screens: [{ path: '/', screen: { name: 'a/feed-page', load } }] };
    const site: FanFeature = { landing: { path: '/', screen: { name: 'b/landing-page', load }, frame: 'bare' } };
    expect(routesOf([feed, site])[0]?.landing?.screen.name).toBe('b/landing-page');
  });
});

describe('events of the server', () => {
  it('have a handler in a feature, each of them: one that is left over does not compile', () => {
    // @ts-expect-error an event without a handler
    type Left = None<'CHAT_MESSAGE'>;
    expect<Left | null>(null).toBeNull();
  });

  it('COMMENT_ADDED shows in an open list of comments', async () => {
    const queries = new QueryClient();
    const key = [...commentsKey(site, 'post-1'), true];
    queries.setQueryData(key, { pages: [], pageParams: [] });
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    await tell(
      'COMMENT_ADDED',
      { postId: 'post-1', commentId: 'c', title: 'Clay', name: 'Ana' },
      { queries, site, features: fanFeatures },
    );
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
    vi.unstubAllGlobals();
  });

  it('PURCHASE_SETTLED is told by the feature that sells the thing, and a decline of any by checkout', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    const told = async (kind: string, state: 'succeeded' | 'declined', money: { goesBack?: true } = {}) => {
      const queries = new QueryClient();
      queries.setQueryData(queryKeys.quote(site), {});
      const data = { intentId: 'intent', kind, contentId: null, state, ...money };
      const toasts = await tell('PURCHASE_SETTLED', data, { queries, site, features: fanFeatures });
      return [...toasts.map(({ text }) => text), queries.getQueryState(queryKeys.quote(site))?.isInvalidated];
    };
    expect(await told('post', 'succeeded')).toEqual(['Unlocked. Enjoy!', false]);
    expect(await told('membership', 'succeeded')).toEqual(['Thank you for subscribing', true]);
    // Nobody sells it yet: it is neither a membership nor a post.
    expect(await told('sticker_pack', 'succeeded')).toEqual([false]);
    for (const kind of ['post', 'membership', 'sticker_pack'])
      expect((await told(kind, 'declined'))[0]).toBe('The payment was declined. Nothing was charged.');
    expect((await told('post', 'declined', { goesBack: true }))[0]).not.toContain('Nothing was charged');
    vi.unstubAllGlobals();
  });

  it('SETTINGS_CHANGED and POST_FAILED reach both areas, and a failure is told', async () => {
    for (const features of [fanFeatures, studioFeatures]) {
      const queries = new QueryClient();
      queries.setQueryData(queryKeys.quote(site), {});
      vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
      await tell('SETTINGS_CHANGED', { version: 2 }, { queries, site, features });
      expect(queries.getQueryState(queryKeys.quote(site))?.isInvalidated).toBe(true);
      const told = await tell('POST_FAILED', { postId: 'p', title: 'Clay' }, { queries, site, features });
      expect(told.map(({ tone }) => tone)).toEqual(['bad']);
      vi.unstubAllGlobals();
    }
  });
});

it('every event of the contract has a handler in a feature, but for those of the connection itself', async () => {
  const handled = (await loadHandlers([...fanFeatures, ...studioFeatures])).flatMap((own) => Object.keys(own));
  // One that is missing here does not compile.
  const ways: { [E in keyof ServerEventWays]: ServerEventWays[E] } = {
    READY: 'connection',
    AUTH_FAILED: 'connection',
    SESSION_ENDED: 'connection',
    PONG: 'connection',
    UNREAD_COUNT: 'stream',
    POST_READY: 'stream',
    POST_FAILED: 'stream',
    COMMENT_ADDED: 'stream',
    MEDIA_STATE: 'stream',
    PURCHASE_SETTLED: 'stream',
    MEMBERSHIP_CHANGED: 'stream',
    WALLET_CHANGED: 'stream',
    CRYPTO_PAYMENT_CHANGED: 'stream',
    MEDIA_PROGRESS: 'passing',
    SETTINGS_CHANGED: 'passing',
  };
  const sent = Object.entries(ways).flatMap(([event, how]) => (how === 'connection' ? [] : [event]));
  expect([...new Set(handled)].toSorted()).toEqual(sent.toSorted());
});
