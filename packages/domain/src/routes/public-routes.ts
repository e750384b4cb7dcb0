import type { RouteRule } from './access.ts';
import { later } from './access.ts';

const open = (path: string): RouteRule => ({ path, roles: 'public' });

export const publicRoutes: readonly RouteRule[] = [
  open('/'),
  open('/home'),
  open('/login'),
  open('/register'),
  open('/forgot-password'),
  open('/change-password/:token'),
  open('/invitation/:token'),
  ...later('tips', [open('/tips')]),
  open('/subscription-video'),
  ...later('chat', [open('/chat')]),
  open('/404'),
  open('/gallery'),
  open('/single-gallery/:id'),
  { path: '/like-the-website', roles: 'public', needs: 'show_like_the_website_form' },
  ...later('shop', [
    { path: '/shop', roles: 'public', needs: 'enable_internal_shop' },
    { path: '/shop/:id', roles: 'public', needs: 'enable_internal_shop' },
  ]),
  open('/terms-of-service'),
  open('/privacy-policy'),
  open('/refund-policy'),
  // For whoever finds a charge in their statement; the documents give it no page.
  open('/what-is-this-charge'),
  open('/dmca'),
  open('/2257'),
  open('/faq'),
  open('/contact-us'),
  open('/links'),
  open('/more-links'),
  open('/content-removal'),
  open('/service-stopped'),
  open('/feed/:blog_id/:from_notification?'),
  // A creator's own page or redirect.
  ...later('pages', [open('/:path')]),
];
