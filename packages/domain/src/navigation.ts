import type { Viewer } from './roles.ts';
import { computedRole, isAdmin, isSubscribed } from './roles.ts';
import { segmentsOf } from './routes/match.ts';

export type BottomItem = 'feed' | 'chat' | 'tips' | 'account' | 'more';

/** NAV-16, NAV-22, NAV-23. `width` in CSS pixels. */
export const isBottomNavShown = (viewer: Viewer, path: string, width: number): boolean => {
  const [first, second] = segmentsOf(path);
  const isChatOpen = first === 'private-chat' && second !== undefined;
  const isSupport = viewer !== null && isAdmin(viewer) && computedRole(viewer.role) === 'support';
  return width <= 991 && !isSupport && !isChatOpen;
};

/** NAV-17, NAV-19, NAV-21, NAV-25. */
export function bottomItems(viewer: Viewer, hasCustomLinks: boolean): readonly { item: BottomItem; to: string }[] {
  const isLiveStreamManager = viewer !== null && isAdmin(viewer) && viewer.role === 'live_stream_manager';
  return [
    { item: 'feed', to: '/' },
    { item: 'chat', to: '/chat' },
    ...(isLiveStreamManager ? [] : [{ item: 'tips', to: isAdmin(viewer) ? '/tips-list' : '/tips' } as const]),
    { item: 'account', to: viewer ? '/profile' : '/login' },
    ...(isAdmin(viewer) || hasCustomLinks ? [{ item: 'more', to: '/more-links' } as const] : []),
  ];
}

export type BellEntry = 'purchased' | 'subscription' | 'comments' | 'likes' | 'notification';

/** NAV-08 to NAV-11, ROLE-34. */
export function bellEntries(viewer: Viewer, settings: {
  readonly is_feed_comment_enabled: boolean; readonly is_feed_like_enabled: boolean;
  readonly influencer_help_enabled: boolean; readonly hide_earnings: boolean;
}): readonly BellEntry[] {
  if (!viewer || !isAdmin(viewer) || viewer.role === 'support' || viewer.role === 'live_stream_manager') return [];
  const hidesPurchases = viewer.role === 'content_manager' && settings.hide_earnings;
  return [
    ...(hidesPurchases ? [] : ['purchased'] as const),
    'subscription',
    ...(settings.is_feed_comment_enabled ? ['comments'] as const : []),
    ...(settings.is_feed_like_enabled ? ['likes'] as const : []),
    ...(settings.influencer_help_enabled ? ['notification'] as const : []),
  ];
}

/** NAV-15, in the order of the footer, and C9's billing support and cancel. */
export const legalPages = [
  '/terms-of-service', '/privacy-policy', '/dmca', '/2257', '/content-removal', '/faq', '/contact-us',
] as const;

/** NAV-14. */
export const footerPaths = (settings: { readonly show_like_the_website_form: boolean }): readonly string[] =>
  [...legalPages, ...(settings.show_like_the_website_form ? ['/like-the-website'] : [])];

/** NAV-27: `?offers` and `?feed` on / are old addresses of the feed. */
export const isOldFeedAddress = (path: string, query: string): boolean =>
  segmentsOf(path).length === 0 && ['offers', 'feed'].some((name) => new URLSearchParams(query).has(name));

/** WAL-30. */
export const isWalletLinkShown = (viewer: Viewer, settings: { readonly is_crypto_payment_enabled: boolean }): boolean =>
  viewer !== null && !isAdmin(viewer) && settings.is_crypto_payment_enabled;

/** POST-013, POST-014, SUB-50: where the hero's subscribe link leads; null hides it. */
export const heroSubscribeTarget = (viewer: Viewer): '/register' | '/membership' | null =>
  (viewer === null ? '/register' : isAdmin(viewer) || isSubscribed(viewer.status) ? null : '/membership');

/** POST-012. */
export const arePaymentIconsShown = (viewer: Viewer, settings: { readonly show_payment_icons: boolean }): boolean =>
  settings.show_payment_icons && !isAdmin(viewer) && !isSubscribed(viewer?.status);

/** POST-015. */
export const isChatButtonShown = (viewer: Viewer): boolean => viewer !== null && !isAdmin(viewer) && isSubscribed(viewer.status);

/** SUB-51. */
export const purchasedTarget = (viewer: Viewer): '/purchased-contents' | '/membership' =>
  (viewer !== null && isSubscribed(viewer.status) ? '/purchased-contents' : '/membership');
