import type { GuardRole } from '../people/roles.ts';
import type { ContentManagerRule, RouteRule } from './access.ts';
import {
  buyers,
  content,
  everyone,
  helpReaders,
  later,
  money,
  shoppers,
  siteSettings,
  staff,
  tipReaders,
  userAndProxy,
  userOnly,
} from './access.ts';

const to = (roles: readonly GuardRole[], ...paths: string[]): RouteRule[] => paths.map((path) => ({ path, roles }));
const shop = (...paths: string[]): RouteRule[] =>
  paths.map((path) => ({ path, roles: shoppers, needs: 'enable_internal_shop' }));
const gated = (path: string, roles: readonly GuardRole[], contentManager: ContentManagerRule): RouteRule => ({
  path,
  roles,
  contentManager,
});

/** Guarded routes outside /admin. */
export const memberRoutes: readonly RouteRule[] = [
  // Guests see the offer; who may not buy is refused all the same.
  { path: '/membership', roles: buyers, guests: true },
  ...to(buyers, '/subscribe'),
  ...later(
    'shop',
    shop(
      '/shop/view-cart',
      '/shop/checkout/:id?',
      '/shop/shipping-details',
      '/shop/shipping-details/add',
      '/shop/shipping-details/edit/:id',
      '/shop/order-history',
      '/shop/order-history/:id',
    ),
  ),
  ...to(everyone, '/profile', '/profile/update', '/profile/change-password', '/purchased-contents'),
  ...later('notifications', to(everyone, '/profile/notification-preference')),
  ...later('shop', to(everyone, '/profile/order-list')),
  ...later('live', to(everyone, '/group-live-stream', '/live-stream')),
  ...later('chat', to(everyone, '/private-chat/:id?')),
  ...later('email opt-in', to(everyone, '/opt-in-email-verification/:token')),
  ...to(
    userOnly,
    '/profile/cancel-subscription',
    '/profile/withdraw',
    '/profile/payment-method',
    '/profile/add-new-payment-method',
    '/profile/wallet',
    '/profile/payments',
    '/profile/payments/:id',
    '/payment/:intent_id',
    '/payment/:intent_id/another-way',
    '/upload-photo-id',
  ),
  ...later('email opt-in', to(userOnly, '/change-email-verification/:token')),
  ...later('bookings', to(userAndProxy, '/book-slot/:page')),
  ...later('help', to(userAndProxy, '/user-notification/:page', '/user-help', '/user-help/:page/:id?')),
  ...later('tips', to(tipReaders, '/tips-list')),
  ...later('help', to(helpReaders, '/help', '/help/:page/:id?')),
  ...later('pages', to(siteSettings, '/landing-page-preview')),
  gated('/purchased-contents/:id', content, 'earnings'),
  // Names of buyers are a list of subscribers; who sees all payments sees these.
  gated('/purchase-notification', money, 'reports'),
  ...later('notifications', [
    gated('/notification/purchased/:promotionId?', content, 'earnings'),
    ...to(content, '/notification/:page/:promotionId?'),
  ]),
  ...to(staff, '/admin'),
];
