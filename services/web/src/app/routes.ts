import type { TextKey } from '../lib/texts.ts';

/** What stands around a screen. `bare`: nothing (the landing page has its own). `form`: no menus, for a task. */
export type Frame = 'site' | 'form' | 'bare';

export interface ScreenRoute {
  /** As in the table of `@backlot/domain/routes`, which says who may come. */
  readonly path: string;
  /** `feature/file` of a `*-page.tsx`. */
  readonly screen: string;
  /** Title of the page; absent where the screen sets its own (`useTitle`). */
  readonly title?: TextKey;
  readonly frame?: Frame;
  /** What guests see at this path while the landing page is on. */
  readonly landing?: { readonly screen: string; readonly frame: Frame };
  /** Opened by a link with `state.background`, it lies over the screen that it was opened from. */
  readonly overlay?: boolean;
}

/** The fan site. A screen is added here and nowhere else. */
export const fanRoutes: readonly ScreenRoute[] = [
  { path: '/', screen: 'posts/feed-page', landing: { screen: 'sites/landing-page', frame: 'bare' } },
  { path: '/home', screen: 'posts/feed-page' },
  { path: '/login', screen: 'accounts/login-page', title: 'nav-log-in', frame: 'form' },
  { path: '/register', screen: 'accounts/register-page', title: 'nav-sign-up', frame: 'form' },
  { path: '/forgot-password', screen: 'accounts/forgot-password-page', title: 'forgot-title', frame: 'form' },
  { path: '/change-password/:token', screen: 'accounts/reset-password-page', title: 'reset-title', frame: 'form' },
  { path: '/feed/:blog_id/:from_notification?', screen: 'posts/post-page', overlay: true },
  { path: '/gallery', screen: 'posts/gallery-page', title: 'nav-gallery' },
  { path: '/purchased-contents', screen: 'posts/purchased-page', title: 'profile-purchases' },
  { path: '/purchased-contents/:id', screen: 'posts/purchased-page', title: 'profile-purchases' },
  { path: '/membership', screen: 'memberships/membership-page', title: 'nav-membership' },
  { path: '/subscribe', screen: 'checkout/subscribe-page', title: 'subscribe-title', frame: 'form' },
  { path: '/profile', screen: 'accounts/profile-page', title: 'profile-title' },
  { path: '/profile/update', screen: 'accounts/update-profile-page', title: 'profile-details' },
  { path: '/profile/payment-method', screen: 'accounts/payment-method-page', title: 'profile-cards' },
  { path: '/profile/cancel-subscription', screen: 'memberships/cancel-page', title: 'cancel-title' },
  { path: '/profile/change-password', screen: 'accounts/change-password-page', title: 'change-password-title' },
  { path: '/terms-of-service', screen: 'sites/text-page', title: 'footer-terms' },
  { path: '/privacy-policy', screen: 'sites/text-page', title: 'footer-privacy' },
  { path: '/dmca', screen: 'sites/text-page', title: 'footer-dmca' },
  { path: '/2257', screen: 'sites/text-page', title: 'footer-2257' },
  { path: '/faq', screen: 'sites/text-page', title: 'footer-faq' },
  { path: '/contact-us', screen: 'sites/text-page', title: 'footer-contact' },
  { path: '/content-removal', screen: 'sites/text-page', title: 'footer-content-removal' },
];

/** The creator area, under /admin: another document, rendered in the browser only. */
export const studioRoutes: readonly ScreenRoute[] = [
  { path: '/admin', screen: 'studio/home-page', title: 'nav-studio' },
  ...['', '/:id/edit', '/:id/tags', '/:id/reuse', '/:id/review', '/:id/rotate', '/:id/refresh-blur', '/:id/delete']
    .map((task): ScreenRoute => ({ path: `/admin/posts${task}`, screen: 'posts-studio/posts-page', title: 'nav-posts' })),
  { path: '/admin/locked-exclusive-content', screen: 'posts-studio/locked-content-page', title: 'nav-locked-content' },
  { path: '/admin/content-manager', screen: 'library/content-manager-page', title: 'content-manager-title' },
  { path: '/admin/create-post', screen: 'posts-studio/create-post-page', title: 'create-title' },
  { path: '/admin/subscribers', screen: 'staff/fans-page', title: 'nav-group-fans' },
  { path: '/admin/transactions', screen: 'staff/transactions-page', title: 'transactions-title' },
  { path: '/admin/settings', screen: 'studio/settings-page', title: 'nav-settings' },
];
