import type { GuardRole } from '../people/roles.ts';
import type { ContentManagerRule, RouteRule } from './access.ts';
import {
  adminAndModel,
  adminAndSubAdmin,
  adminOnly,
  content,
  later,
  lookup,
  money,
  openItems,
  reporting,
  siteSettings,
} from './access.ts';

const to = (roles: readonly GuardRole[], ...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path: `/admin/${path}`, roles }));
const gated = (contentManager: ContentManagerRule, roles: readonly GuardRole[], ...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path: `/admin/${path}`, roles, contentManager }));
const settings = (roles: readonly GuardRole[], ...pages: string[]): RouteRule[] =>
  pages.map((page) => ({ path: `/admin/settings/${page}`, roles }));

/** Each group of settings has a page; some pages are parts of another's section. */
const settingPages: readonly RouteRule[] = [
  ...to(siteSettings, 'settings'),
  ...settings(
    siteSettings,
    'links-page',
    'landing-page',
    'watermark',
    'theme',
    'model-profile',
    'menu-settings',
    'signup-page',
    'theme-2',
    'membership-price',
    'coupon',
    'promotion',
    'resubscribe-offer',
    'migrate-subscription',
    'subscription-email-notification',
    'purchase-notification',
    'website-settings',
    'banner-image-text',
    'minimum-and-maximum-amounts',
    'age-modal',
    'custom-menu',
    'contact-us',
    'login-and-signup-title',
    'miscellaneous-pop-up',
    'miscellaneous-settings',
    'public-post',
    'blog-comment',
    'payment-icons',
    'pagination-on-exclusive-content',
    'csv-download',
    // Groups of settings that the documents give no page.
    'navigation-bar',
    'cancelling',
    'payment-form',
  ),
  ...settings(adminAndModel, 'announcement-banner'),
  ...settings(adminAndSubAdmin, 'universal-login'),
  ...settings(
    adminOnly,
    'reporting-page',
    'blocked-locations',
    'purchase-limits',
    'merchant',
    'card-billing',
    'crypto',
    'payment',
    'sticky-io',
    'recaptcha',
  ),
  ...later('chat', settings(siteSettings, 'chat-settings')),
  ...later('bookings', settings(siteSettings, 'set-chat-availability/:page', 'chat-booking')),
  ...later('mass messages', settings(siteSettings, 'resend-mass-message')),
  ...later('notifications', settings(siteSettings, 'web-push-notification')),
  ...later('tips', settings(siteSettings, 'tip-page')),
  ...later('shop', settings(siteSettings, 'shop')),
  ...later('help', settings(siteSettings, 'help-settings')),
  ...later('live', settings(siteSettings, 'live-stream')),
  ...later('platform', settings(adminAndSubAdmin, 'universal-block')),
  ...later('platform', settings(adminOnly, 'aws', 'seo', 'email-configuration', 'platform-settings', 'redis-cache')),
  ...later('reports', gated('export', content, 'settings/export-users')),
];

export const adminRoutes: readonly RouteRule[] = [
  ...settingPages,
  // What a new site is given first, in steps: all of it settings.
  ...to(siteSettings, 'set-up/:step?'),
  ...later(
    'pages',
    to(
      siteSettings,
      'edit-terms-of-service',
      'edit-privacy-policy',
      'edit-dmca',
      'edit-2257',
      'edit-faq',
      'edit-maintenance-mode',
      'edit-content-removal',
    ),
  ),
  ...later(
    'shop',
    to(
      siteSettings,
      'shop',
      'shop/add-product',
      'shop/edit-product/:id',
      'shop/product-list',
      'shop/order-list',
      'shop/order/edit/:id',
    ),
  ),
  ...later('mass messages', to(content, 'mass-messages', 'manage-mass-messages', 'welcome-messages')),
  ...to(
    content,
    'locked-exclusive-content',
    'content-manager',
    // The documents create posts over the feed; a page of its own keeps an address for the draft.
    'create-post',
    // Their dialogs have addresses, so that a card of the feed can lead to them.
    'posts',
    'posts/:id/edit',
    'posts/:id/tags',
    'posts/:id/reuse',
    'posts/:id/review',
    'posts/:id/rotate',
    'posts/:id/refresh-blur',
    'posts/:id/delete',
  ),
  ...gated('reports', content, 'subscribers', 'subscribers/:id'),
  ...gated('reports', money, 'transactions', 'user-purchase-history', 'voids-refund-and-chargeback'),
  // Where coupons are made and changed: the documents give it no page.
  ...to(siteSettings, 'coupons'),
  // The report that the resubscribe offer's calls make, for those who may call them.
  ...to(siteSettings, 'user-report'),
  ...gated('reports', reporting, 'coupon-reports', 'coupon-reports/coupon-details/:couponId'),
  ...to(adminAndModel, 'cancellation'),
  ...to(adminAndSubAdmin, 'influencer-activity', 'generate-subscription-url', 'user-utm-params'),
  // The documents give it no page: what the settings of payment providers left behind.
  ...to(adminOnly, 'provider-accounts'),
  // The documents start and end promotions over the feed; a page of their own lists them.
  ...to(content, 'promotions'),
  ...gated('reports', content, 'promotion-subscribe-users/:promotion_id'),
  // The documents give it no page.
  ...to(openItems, 'open-items'),
  // Nor this: providers' own reports, for those who see all of a site's money.
  ...to(siteSettings, 'reconciliation'),
  // Nor this: a month of the books, for the same people.
  ...to(siteSettings, 'statements'),
  // Nor this: whoever may lift a fan's limit decides on photo ids.
  ...to(siteSettings, 'photo-ids'),
  ...gated('reports', reporting, 'reporting', 'reports'),
  // Names of buyers are a list of subscribers.
  ...gated('reports', content, 'purchased-by/locked-exclusive-content/:blogId/:promotion_id?'),
  ...later(
    'mass messages',
    gated('earnings', content, 'purchased-by/mass-message/:_id/:promotion_id?', 'purchased-by/welcome-message/:_id'),
  ),
  ...later('live', gated('live_report', ['admin', 'sub_admin', 'content_manager'], 'live-stream-sessions/:id?')),
  // The cards on file beside the payments: whoever finds a payment by its card finds the card.
  ...to(
    lookup,
    'super-admin-tools',
    'super-admin-tools/lookup',
    'super-admin-tools/sticky-io-lookup',
    'user-card-list',
  ),
  ...later('pages', to(adminAndSubAdmin, 'redirect-url/:route?', 'list-redirect-url')),
  ...later('platform', to(adminOnly, 'logs', 'health-info')),
];
