import type { Viewer } from '../people/roles.ts';
import { computedRole, isAdmin, isSubscribed, viewerRole } from '../people/roles.ts';
import { guard, type RouteSettings } from '../routes.ts';
import { segmentsOf } from '../routes/match.ts';

const isStaffRole = (viewer: Viewer, role: 'support' | 'live_stream_manager'): boolean =>
  viewer !== null && isAdmin(viewer) && computedRole(viewer.role) === role;

/** What the settings `menu_settings.*` may hold. */
export type MenuEntry = 'feed' | 'shop' | 'tips' | 'chat' | 'gallery' | 'links';
export type NavbarItem = MenuEntry | 'membership' | 'account' | 'transactions';
interface Item<I extends string> {
  readonly item: I;
  readonly to: string;
}

/** NAV-19: staff read the tips that came. */
const tipsPath = (viewer: Viewer): '/tips' | '/tips-list' => (isAdmin(viewer) ? '/tips-list' : '/tips');

/** Entries whose page is built, switched on and open to this viewer; a menu has no others. */
const open = <I extends string>(
  items: readonly Item<I>[],
  viewer: Viewer,
  settings: RouteSettings,
): readonly Item<I>[] => items.filter(({ to }) => guard(to, viewer, settings).outcome === 'allow');

/** NAV-01, ROLE-38: the top bar by role and by the entries that the site chose for that role. */
export function navbarItems(
  viewer: Viewer,
  chosen: readonly string[],
  settings: RouteSettings,
): readonly Item<NavbarItem>[] {
  if (isStaffRole(viewer, 'support'))
    return open([{ item: 'transactions', to: '/admin/transactions' }], viewer, settings);
  const entries: readonly Item<MenuEntry>[] = [
    // Guests may have a landing page at /.
    { item: 'feed', to: viewer === null ? '/home' : '/' },
    { item: 'gallery', to: '/gallery' },
    { item: 'shop', to: '/shop' },
    { item: 'tips', to: tipsPath(viewer) },
    { item: 'chat', to: '/chat' },
    { item: 'links', to: '/links' },
  ];
  const own: readonly Item<NavbarItem>[] = [
    ...(viewerRole(viewer) === 'user' ? [{ item: 'membership', to: '/membership' } as const] : []),
    { item: 'account', to: '/profile' },
  ];
  return open<NavbarItem>([...entries.filter(({ item }) => chosen.includes(item)), ...own], viewer, settings);
}

export type BottomItem =
  | 'feed'
  | 'chat'
  | 'tips'
  | 'gallery'
  | 'membership'
  | 'account'
  | 'login'
  | 'register'
  | 'more';

/** NAV-22, NAV-23; its width (NAV-16) is a matter of styles. */
export function isBottomNavShown(viewer: Viewer, path: string): boolean {
  const [first, second] = segmentsOf(path);
  const isChatOpen = first === 'private-chat' && second !== undefined;
  return !isStaffRole(viewer, 'support') && !isChatOpen;
}

/** More than these do not fit beside each other. */
const mostInBottomNav = 5;

/**
 * NAV-17, NAV-19, NAV-21, NAV-25. What the top bar offers beyond the usual five fills places that are free.
 * `inNavbar`: the entries that the top bar shows this viewer.
 */
export function bottomItems(
  viewer: Viewer,
  hasCustomLinks: boolean,
  inNavbar: readonly NavbarItem[],
  settings: RouteSettings,
): readonly Item<BottomItem>[] {
  const usual: readonly Item<BottomItem>[] = [
    { item: 'feed', to: viewer === null ? '/home' : '/' },
    { item: 'chat', to: '/chat' },
    ...(isStaffRole(viewer, 'live_stream_manager') ? [] : [{ item: 'tips', to: tipsPath(viewer) } as const]),
  ];
  const last: readonly Item<BottomItem>[] = [
    ...(viewer === null
      ? ([
          { item: 'login', to: '/login' },
          { item: 'register', to: '/register' },
        ] as const)
      : ([{ item: 'account', to: '/profile' }] as const)),
    ...(isAdmin(viewer) || hasCustomLinks ? [{ item: 'more', to: '/more-links' } as const] : []),
  ];
  const extra = (
    [
      { item: 'gallery', to: '/gallery' },
      { item: 'membership', to: '/membership' },
    ] as const
  ).filter(({ item }) => inNavbar.includes(item));
  const first = open(usual, viewer, settings);
  const end = open(last, viewer, settings);
  return [...first, ...extra.slice(0, Math.max(0, mostInBottomNav - first.length - end.length)), ...end];
}

/** NAV-15, in the order of the footer; C9's billing support and cancelling follow them. */
export const legalPages = [
  '/terms-of-service',
  '/privacy-policy',
  '/dmca',
  '/2257',
  '/content-removal',
  '/faq',
  '/contact-us',
] as const;
/** Pages that hold the site's own text. */
export const textPages = [...legalPages, '/refund-policy'] as const;
export type FooterPath = (typeof legalPages)[number] | '/like-the-website';

/** NAV-14, NAV-15. */
export const footerPaths = (settings: { readonly show_like_the_website_form: boolean }): readonly FooterPath[] => [
  ...legalPages,
  ...(settings.show_like_the_website_form ? (['/like-the-website'] as const) : []),
];

/** NAV-27: `?offers` and `?feed` on / are old addresses of the feed. */
export const isOldFeedAddress = (path: string, query: string): boolean =>
  segmentsOf(path).length === 0 && ['offers', 'feed'].some((name) => new URLSearchParams(query).has(name));

/** POST-013, POST-014, SUB-50: where the hero's subscribe link leads; null hides it. */
export const heroSubscribeTarget = (viewer: Viewer): '/register' | '/membership' | null =>
  viewer === null ? '/register' : isAdmin(viewer) || isSubscribed(viewer.status) ? null : '/membership';

/** POST-012. */
export const arePaymentIconsShown = (viewer: Viewer, settings: { readonly show_payment_icons: boolean }): boolean =>
  settings.show_payment_icons && !isAdmin(viewer) && !isSubscribed(viewer?.status);
