import { describe, expect, it } from 'vitest';
import {
  arePaymentIconsShown,
  bottomItems,
  footerPaths,
  heroSubscribeTarget,
  isBottomNavShown,
  isOldFeedAddress,
  navbarItems,
  type NavbarItem,
} from './navigation.ts';
import type { Viewer } from '../people/roles.ts';
import { routeTable } from '../routes.ts';

const settings = {
  show_reporting_page_to_content_manager: true,
  hide_earnings: false,
  enable_csv_download_for_content_managers: true,
  enable_live_stream_report_for_content_manager: true,
  enable_internal_shop: true,
  show_like_the_website_form: true,
};
const user: Viewer = { role: 'user', status: '0' };
const member: Viewer = { role: 'user', status: '2' };
const model: Viewer = { role: 'model', status: '0' };
const support: Viewer = { role: 'support', status: '0' };
const liveManager: Viewer = { role: 'live_stream_manager', status: '0' };
const everything = ['feed', 'gallery', 'shop', 'tips', 'chat', 'links'];
const isBuilt = (path: string): boolean =>
  routeTable.some((route) => route.path === path && route.comesWith === undefined);

describe('the top bar', () => {
  const names = (viewer: Viewer, chosen = everything) => navbarItems(viewer, chosen, settings).map(({ item }) => item);

  it("NAV-01 has what the site chose for the role, as far as it is built, and the person's own pages", () => {
    const built = everything.filter((entry) => entry === 'feed' || isBuilt(`/${entry}`));
    expect(names(user)).toEqual([...built, 'membership', 'account']);
    expect(names(member)).toEqual([...built, 'account']);
    expect(names(null)).toEqual(built);
    expect(names(member, ['gallery'])).toEqual(['gallery', 'account']);
  });

  it('ROLE-38 support has its transactions and nothing else', () => {
    expect(navbarItems(support, everything, settings)).toEqual([{ item: 'transactions', to: '/admin/transactions' }]);
  });

  it('leads only to what the viewer may open', () => {
    expect(names(liveManager)).not.toContain('membership');
    expect(names(model)).not.toContain('membership');
  });
});

describe('the bottom navigation', () => {
  const names = (viewer: Viewer, hasLinks: boolean, inNavbar: readonly NavbarItem[] = []) =>
    bottomItems(viewer, hasLinks, inNavbar, settings).map(({ item }) => item);

  it('NAV-22 is hidden for support', () => {
    expect([isBottomNavShown(support, '/'), isBottomNavShown(user, '/')]).toEqual([false, true]);
  });

  it('is hidden while a chat is open', () => {
    expect(['/private-chat', '/private-chat/1', '/chat'].map((path) => isBottomNavShown(user, path))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('NAV-21 has More for staff and where there are custom links', () => {
    expect(names(user, false)).not.toContain('more');
    expect([names(user, true), names(model, false), names(null, true)].map((items) => items.at(-1))).toEqual([
      'more',
      'more',
      'more',
    ]);
  });

  it('has what is built of its usual entries, and fills the places that are free', () => {
    const usual = (['feed', 'chat', 'tips'] as const).filter((item) => item === 'feed' || isBuilt(`/${item}`));
    expect(names(user, true, ['feed', 'gallery', 'membership', 'account'])).toEqual([
      ...usual,
      ...(['gallery', 'membership'] as const).slice(0, 3 - usual.length),
      'account',
      'more',
    ]);
    expect(names(user, false, ['feed', 'account'])).toEqual([...usual, 'account']);
    expect(names(null, false)).toEqual([...usual, 'login', 'register']);
  });

  it('every entry leads to a page that is built', () => {
    for (const viewer of [null, user, member, model, liveManager]) {
      for (const { to } of bottomItems(viewer, true, ['gallery', 'membership'], settings))
        expect(isBuilt(to), to).toBe(true);
    }
  });
});

describe('links', () => {
  it('NAV-15 the footer has the seven pages', () => {
    expect(footerPaths({ show_like_the_website_form: false })).toEqual([
      '/terms-of-service',
      '/privacy-policy',
      '/dmca',
      '/2257',
      '/content-removal',
      '/faq',
      '/contact-us',
    ]);
  });

  it('NAV-14 and the form when it is on', () => {
    expect(footerPaths({ show_like_the_website_form: true }).at(-1)).toBe('/like-the-website');
  });

  it('NAV-27 ?offers and ?feed on / are old addresses', () => {
    expect(
      [
        ['/', '?offers'],
        ['/', '?feed=1'],
        ['/', ''],
        ['/tips', '?offers'],
      ].map(([path, query]) => isOldFeedAddress(path!, query!)),
    ).toEqual([true, true, false, false]);
  });

  it('POST-013 POST-014 SUB-50 the hero leads guests to /register, others to /membership, and members nowhere', () => {
    expect([null, user, member, model].map(heroSubscribeTarget)).toEqual(['/register', '/membership', null, null]);
  });

  it('POST-012 payment icons are for people without a membership', () => {
    expect(
      [null, user, member, model].map((viewer) => arePaymentIconsShown(viewer, { show_payment_icons: true })),
    ).toEqual([true, true, false, false]);
    expect(arePaymentIconsShown(user, { show_payment_icons: false })).toBe(false);
  });
});
