import type { GuardRole } from '../roles.ts';
import type { ContentManagerRule, RouteRule } from './access.ts';
import { adminAndModel, adminAndSubAdmin, adminOnly, content, lookup, money, reporting, siteSettings } from './access.ts';

const to = (roles: readonly GuardRole[], ...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path: `/admin/${path}`, roles }));
const gated = (contentManager: ContentManagerRule, roles: readonly GuardRole[], ...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path: `/admin/${path}`, roles, contentManager }));
const settings = (roles: readonly GuardRole[], ...pages: string[]): RouteRule[] =>
  pages.map((page) => ({ path: `/admin/settings/${page}`, roles }));

export const adminRoutes: readonly RouteRule[] = [
  ...to(siteSettings, 'settings'),
  ...settings(siteSettings,
    'set-chat-availability/:page', 'links-page', 'landing-page', 'chat-settings', 'chat-booking', 'promotion', 'coupon',
    'watermark', 'theme', 'resubscribe-offer', 'resend-mass-message', 'model-profile', 'purchase-notification',
    'menu-settings', 'tip-page', 'signup-page', 'theme-2', 'membership-price', 'website-settings', 'banner-image-text',
    'minimum-and-maximum-amounts', 'age-modal', 'custom-menu', 'contact-us', 'login-and-signup-title',
    'miscellaneous-pop-up', 'shop', 'csv-download', 'miscellaneous-settings', 'help-settings', 'public-post',
    'blog-comment', 'payment-icons', 'subscription-email-notification', 'pagination-on-exclusive-content',
    'live-stream', 'web-push-notification',
  ),
  ...settings(adminAndModel, 'announcement-banner'),
  ...settings(adminAndSubAdmin, 'universal-login', 'universal-block'),
  ...settings(adminOnly,
    'payment', 'card-billing', 'sticky-io', 'aws', 'seo', 'recaptcha', 'email-configuration', 'platform-settings',
    'redis-cache', 'reporting-page', 'migrate-subscription',
  ),
  ...gated('export', content, 'settings/export-users'),
  ...to(siteSettings,
    'edit-terms-of-service', 'edit-privacy-policy', 'edit-dmca', 'edit-2257', 'edit-faq', 'edit-maintenance-mode',
    'edit-content-removal', 'shop', 'shop/add-product', 'shop/edit-product/:id', 'shop/product-list', 'shop/order-list',
    'shop/order/edit/:id',
  ),
  ...to(content,
    'mass-messages', 'manage-mass-messages', 'welcome-messages', 'locked-exclusive-content', 'content-manager',
    // The documents create posts over the feed; a page of its own keeps an address for the draft.
    'create-post',
    // Their dialogs have addresses, so that a card of the feed can lead to them.
    'posts', 'posts/:id/edit', 'posts/:id/tags', 'posts/:id/reuse', 'posts/:id/review', 'posts/:id/rotate', 'posts/:id/refresh-blur', 'posts/:id/delete',
  ),
  ...gated('reports', content, 'subscribers'),
  ...gated('reports', money, 'transactions', 'voids-refund-and-chargeback', 'user-purchase-history'),
  ...gated('reports', reporting, 'reporting', 'reports', 'coupon-reports', 'coupon-reports/coupon-details/:couponId', 'user-report'),
  ...gated('earnings', content,
    'purchased-by/mass-message/:_id/:promotion_id?', 'purchased-by/locked-exclusive-content/:blogId/:promotion_id?',
    'purchased-by/welcome-message/:_id', 'promotion-subscribe-users/:promotion_id',
  ),
  ...gated('live_report', ['admin', 'sub_admin', 'content_manager'], 'live-stream-sessions/:id?'),
  ...to(lookup, 'super-admin-tools', 'super-admin-tools/lookup', 'super-admin-tools/sticky-io-lookup'),
  ...to(adminAndModel, 'cancellation'),
  ...to(adminAndSubAdmin,
    'generate-subscription-url', 'user-utm-params', 'redirect-url/:route?', 'list-redirect-url', 'influencer-activity',
  ),
  ...to(adminOnly, 'user-card-list', 'logs', 'health-info'),
];
