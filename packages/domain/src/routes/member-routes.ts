import type { GuardRole } from '../roles.ts';
import type { ContentManagerRule, RouteRule } from './access.ts';
import { buyers, content, everyone, helpReaders, shoppers, siteSettings, staff, tipReaders, userAndProxy, userOnly } from './access.ts';

const to = (roles: readonly GuardRole[], ...paths: string[]): RouteRule[] => paths.map((path) => ({ path, roles }));
const shop = (...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path, roles: shoppers, needs: 'enable_internal_shop' }));
const gated = (path: string, roles: readonly GuardRole[], contentManager: ContentManagerRule): RouteRule =>
  ({ path, roles, contentManager });

/** Guarded routes outside /admin. */
export const memberRoutes: readonly RouteRule[] = [
  ...to(buyers, '/membership', '/subscribe'),
  ...shop(
    '/shop/view-cart', '/shop/checkout/:id?', '/shop/shipping-details', '/shop/shipping-details/add',
    '/shop/shipping-details/edit/:id', '/shop/order-history', '/shop/order-history/:id',
  ),
  ...to(everyone,
    '/profile', '/profile/update', '/profile/change-password', '/profile/notification-preference',
    '/profile/order-list', '/purchased-contents', '/group-live-stream', '/live-stream', '/private-chat/:id?',
    '/opt-in-email-verification/:token',
  ),
  ...to(userOnly,
    '/profile/cancel-subscription', '/profile/payment-method', '/profile/add-new-payment-method', '/profile/wallet',
    '/change-email-verification/:token', '/upload-photo-id',
  ),
  ...to(userAndProxy, '/book-slot/:page', '/user-notification/:page', '/user-help', '/user-help/:page/:id?'),
  ...to(tipReaders, '/tips-list'),
  ...to(helpReaders, '/help', '/help/:page/:id?'),
  ...to(siteSettings, '/landing-page-preview'),
  gated('/purchased-contents/:id', content, 'earnings'),
  gated('/notification/purchased/:promotionId?', content, 'earnings'),
  gated('/purchase-notification', content, 'earnings'),
  ...to(content, '/notification/:page/:promotionId?'),
  ...to(staff, '/admin'),
];
