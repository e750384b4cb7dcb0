/** `support` is at clay only. */
export type Viewer = 'guest' | 'fan' | 'member' | 'creator' | 'support';

export interface Screen {
  readonly name: string;
  readonly path: string;
  readonly viewers: readonly Viewer[];
  /** What to press before the picture is taken, as an accessible name. */
  readonly press?: string;
}

/** Every screen there is, with who looks at it. `{post}` is a post for sale, `{fan}` somebody who pays, `{coupon}` the coupon of `subscribe-coupon`, `{promotion}` one that runs, `{payment}` what the member paid. */
export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', viewers: ['guest'] },
  { name: 'login', path: '/login', viewers: ['guest'] },
  { name: 'register', path: '/register', viewers: ['guest'] },
  { name: 'reset-password', path: '/change-password/an-old-link', viewers: ['guest'] },
  { name: 'invitation', path: '/invitation/an-old-link', viewers: ['guest'] },
  { name: 'forgot-password', path: '/forgot-password', viewers: ['guest'] },
  { name: 'feed', path: '/home', viewers: ['guest', 'fan', 'member', 'creator'] },
  { name: 'post', path: '/feed/{post}', viewers: ['guest', 'fan', 'member', 'creator'] },
  { name: 'gallery', path: '/gallery', viewers: ['member'] },
  { name: 'single-gallery', path: '/single-gallery/{post}', viewers: ['member'] },
  { name: 'purchases', path: '/purchased-contents', viewers: ['fan'] },
  { name: 'membership', path: '/membership', viewers: ['guest', 'fan', 'member'] },
  { name: 'subscribe', path: '/subscribe', viewers: ['fan', 'member'] },
  { name: 'subscribe-coupon', path: '/subscribe?coupon=welcome', viewers: ['fan'] },
  { name: 'profile', path: '/profile', viewers: ['fan', 'member'] },
  { name: 'profile-update', path: '/profile/update', viewers: ['fan'] },
  { name: 'change-password', path: '/profile/change-password', viewers: ['fan'] },
  { name: 'cancel-subscription', path: '/profile/cancel-subscription', viewers: ['member'] },
  { name: 'add-card', path: '/profile/add-new-payment-method', viewers: ['member'] },
  { name: 'payment-method', path: '/profile/payment-method', viewers: ['member'] },
  { name: 'payment-unknown', path: '/payment/an-old-link', viewers: ['fan'] },
  { name: 'photo-id', path: '/upload-photo-id', viewers: ['fan'] },
  { name: 'payments', path: '/profile/payments', viewers: ['fan', 'member'] },
  { name: 'receipt', path: '/profile/payments/{payment}', viewers: ['member'] },
  { name: 'wallet', path: '/profile/wallet', viewers: ['member'] },
  { name: 'terms', path: '/terms-of-service', viewers: ['guest'] },
  ...['privacy-policy', 'refund-policy', 'dmca', '2257', 'faq', 'contact-us', 'content-removal'].map(
    (name): Screen => ({ name, path: `/${name}`, viewers: ['guest'] }),
  ),
  { name: 'charge', path: '/what-is-this-charge', viewers: ['guest', 'fan'] },
  { name: 'links', path: '/links', viewers: ['guest'] },
  { name: 'more-links', path: '/more-links', viewers: ['guest', 'creator'] },
  { name: 'not-found', path: '/no/such/page', viewers: ['guest'] },
  { name: 'access-denied', path: '/admin/subscribers', viewers: ['fan'] },
  { name: 'studio-home', path: '/admin', viewers: ['creator'] },
  { name: 'studio-posts', path: '/admin/posts', viewers: ['creator'] },
  { name: 'studio-posts-table', path: '/admin/posts?view=table', viewers: ['creator'] },
  { name: 'studio-edit', path: '/admin/posts/{post}/edit', viewers: ['creator'] },
  { name: 'studio-reuse', path: '/admin/posts/{post}/reuse', viewers: ['creator'] },
  { name: 'studio-tags', path: '/admin/posts/{post}/tags', viewers: ['creator'] },
  { name: 'studio-rotate', path: '/admin/posts/{post}/rotate', viewers: ['creator'] },
  { name: 'studio-review', path: '/admin/posts/{post}/review', viewers: ['creator'] },
  { name: 'studio-refresh-blur', path: '/admin/posts/{post}/refresh-blur', viewers: ['creator'] },
  { name: 'studio-delete', path: '/admin/posts/{post}/delete', viewers: ['creator'] },
  { name: 'studio-locked-content', path: '/admin/locked-exclusive-content', viewers: ['creator'] },
  { name: 'studio-purchased-by', path: '/admin/locked-exclusive-content?post={post}', viewers: ['creator'] },
  { name: 'studio-create', path: '/admin/create-post', viewers: ['creator'] },
  { name: 'studio-library', path: '/admin/content-manager?category=all', viewers: ['creator'] },
  { name: 'studio-library-categories', path: '/admin/content-manager', viewers: ['creator'] },
  { name: 'studio-fans', path: '/admin/subscribers', viewers: ['creator'] },
  { name: 'studio-fan', path: '/admin/subscribers/{fan}', viewers: ['creator'] },
  { name: 'studio-cancellations', path: '/admin/cancellation', viewers: ['creator'] },
  { name: 'studio-transactions', path: '/admin/transactions', viewers: ['creator'] },
  { name: 'studio-purchase-history', path: '/admin/user-purchase-history', viewers: ['creator'] },
  { name: 'studio-open-items', path: '/admin/open-items', viewers: ['creator'] },
  { name: 'studio-reconciliation', path: '/admin/reconciliation', viewers: ['creator'] },
  { name: 'studio-statements', path: '/admin/statements', viewers: ['creator'] },
  { name: 'studio-disputes', path: '/admin/voids-refund-and-chargeback', viewers: ['creator'] },
  { name: 'studio-tools', path: '/admin/super-admin-tools', viewers: ['support'] },
  { name: 'studio-lookup', path: '/admin/super-admin-tools/lookup', viewers: ['support'] },
  { name: 'studio-lookup-found', path: '/admin/super-admin-tools/lookup?search=a', viewers: ['support'] },
  { name: 'studio-order-lookup', path: '/admin/super-admin-tools/sticky-io-lookup', viewers: ['support'] },
  { name: 'studio-user-cards', path: '/admin/user-card-list', viewers: ['support'] },
  { name: 'studio-photo-ids', path: '/admin/photo-ids', viewers: ['creator'] },
  { name: 'studio-coupons', path: '/admin/coupons', viewers: ['creator'] },
  { name: 'studio-coupon-new', path: '/admin/coupons?coupon=new', viewers: ['creator'] },
  { name: 'studio-coupon-reports', path: '/admin/coupon-reports', viewers: ['creator'] },
  { name: 'studio-coupon', path: '/admin/coupon-reports/coupon-details/{coupon}', viewers: ['creator'] },
  { name: 'studio-coupon-settings', path: '/admin/settings/coupon', viewers: ['creator'] },
  { name: 'studio-promotions', path: '/admin/promotions', viewers: ['creator'] },
  { name: 'studio-promotion', path: '/admin/promotion-subscribe-users/{promotion}', viewers: ['creator'] },
  { name: 'studio-resubscriptions', path: '/admin/resubscriptions', viewers: ['creator'] },
  { name: 'studio-resubscribe-offer', path: '/admin/settings/resubscribe-offer', viewers: ['creator'] },
  { name: 'studio-announcement', path: '/admin/settings/announcement-banner', viewers: ['creator'] },
  { name: 'studio-settings', path: '/admin/settings', viewers: ['creator'] },
  ...['look', 'membership', 'about', 'share'].map((step): Screen => ({
    name: `studio-set-up-${step}`,
    path: `/admin/set-up/${step}`,
    viewers: ['creator'],
  })),
  { name: 'studio-theme', path: '/admin/settings/theme', viewers: ['creator'] },
];

export const widths = [390, 820, 1440] as const;
export const schemes = ['light', 'dark'] as const;
