import { describe, expect, it } from 'vitest';
import { arePaymentIconsShown, bellEntries, bottomItems, footerPaths, heroSubscribeTarget, isBottomNavShown, isChatButtonShown, isOldFeedAddress, isWalletLinkShown, purchasedTarget } from './navigation.ts';
import type { Viewer } from './roles.ts';
import { matchRoute } from './routes.ts';

const user: Viewer = { role: 'user', status: '0' };
const member: Viewer = { role: 'user', status: '2' };
const model: Viewer = { role: 'model', status: '0' };
const support: Viewer = { role: 'support', status: '0' };
const liveManager: Viewer = { role: 'live_stream_manager', status: '0' };

describe('the bottom navigation', () => {
  it('NAV-16 is on small screens only', () => {
    expect([390, 991, 992].map((width) => isBottomNavShown(user, '/', width))).toEqual([true, true, false]);
  });

  it('NAV-22 is hidden for support', () => {
    expect(isBottomNavShown(support, '/', 390)).toBe(false);
  });

  it('NAV-23 is hidden while a chat is open', () => {
    expect(['/private-chat', '/private-chat/1', '/chat'].map((path) => isBottomNavShown(user, path, 390))).toEqual([true, false, true]);
  });

  it('NAV-17 NAV-21 has Feed, Chat, Tips and Account, and More for staff and where there are custom links', () => {
    const names = (viewer: Viewer, hasLinks: boolean) => bottomItems(viewer, hasLinks).map(({ item }) => item);
    expect(names(user, false)).toEqual(['feed', 'chat', 'tips', 'account']);
    expect(names(user, true)).toEqual(['feed', 'chat', 'tips', 'account', 'more']);
    expect(names(model, false)).toContain('more');
  });

  it('NAV-19 Tips leads staff to the list of tips', () => {
    const tips = (viewer: Viewer) => bottomItems(viewer, false).find(({ item }) => item === 'tips')?.to;
    expect([tips(user), tips(model), tips(null)]).toEqual(['/tips', '/tips-list', '/tips']);
  });

  it('NAV-25 a live_stream_manager has no Tips', () => {
    expect(bottomItems(liveManager, false).map(({ item }) => item)).not.toContain('tips');
  });

  it('every item leads to a page that exists', () => {
    for (const viewer of [null, user, model, liveManager]) for (const { to } of bottomItems(viewer, true)) expect(matchRoute(to)?.route.path).not.toBe('/:path');
  });
});

describe('the bell', () => {
  const on = { is_feed_comment_enabled: true, is_feed_like_enabled: true, influencer_help_enabled: true, hide_earnings: false };

  it('NAV-08 NAV-09 NAV-10 NAV-11 NOTIF-06 lists what is switched on', () => {
    expect(bellEntries(model, on)).toEqual(['purchased', 'subscription', 'comments', 'likes', 'notification']);
    expect(bellEntries(model, { ...on, is_feed_comment_enabled: false, is_feed_like_enabled: false, influencer_help_enabled: false })).toEqual(['purchased', 'subscription']);
  });

  it('ROLE-34 hides purchases from a content manager who sees no earnings', () => {
    expect(bellEntries({ role: 'content_manager', status: '0' }, { ...on, hide_earnings: true })).not.toContain('purchased');
  });

  it('is not for live_stream_manager and support', () => {
    expect([bellEntries(liveManager, on), bellEntries(support, on), bellEntries(user, on)]).toEqual([[], [], []]);
  });
});

describe('links', () => {
  it('NAV-15 the footer has the seven pages', () => {
    expect(footerPaths({ show_like_the_website_form: false }))
      .toEqual(['/terms-of-service', '/privacy-policy', '/dmca', '/2257', '/content-removal', '/faq', '/contact-us']);
  });

  it('NAV-14 and the form when it is on', () => {
    expect(footerPaths({ show_like_the_website_form: true }).at(-1)).toBe('/like-the-website');
  });

  it('NAV-27 ?offers and ?feed on / are old addresses', () => {
    expect([['/', '?offers'], ['/', '?feed=1'], ['/', ''], ['/tips', '?offers']].map(([path, query]) => isOldFeedAddress(path!, query!))).toEqual([true, true, false, false]);
  });

  it('WAL-30 the wallet is shown to fans while crypto payments are on', () => {
    expect([isWalletLinkShown(user, { is_crypto_payment_enabled: true }), isWalletLinkShown(user, { is_crypto_payment_enabled: false }), isWalletLinkShown(null, { is_crypto_payment_enabled: true })]).toEqual([true, false, false]);
  });

  it('POST-013 POST-014 SUB-50 the hero leads guests to /register, others to /membership, and members nowhere', () => {
    expect([null, user, member, model].map(heroSubscribeTarget)).toEqual(['/register', '/membership', null, null]);
  });

  it('POST-012 payment icons are for people without a membership', () => {
    expect([null, user, member, model].map((viewer) => arePaymentIconsShown(viewer, { show_payment_icons: true }))).toEqual([true, true, false, false]);
    expect(arePaymentIconsShown(user, { show_payment_icons: false })).toBe(false);
  });

  it('POST-015 the chat button is for members', () => {
    expect([null, user, member, { role: 'user', status: '1' } as const, model].map(isChatButtonShown)).toEqual([false, false, true, true, false]);
  });

  it('SUB-51 members find their purchases at /purchased-contents', () => {
    expect([purchasedTarget(member), purchasedTarget(user)]).toEqual(['/purchased-contents', '/membership']);
  });
});
