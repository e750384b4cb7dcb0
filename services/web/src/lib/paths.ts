/** What the dialogs of the creator area do with one post. */
export type PostTask = 'edit' | 'tags' | 'reuse' | 'review' | 'rotate' | 'refresh-blur' | 'delete';

/** Every address of the site. Links are made here and nowhere else. */
export const paths = {
  root: '/',
  feed: '/home',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  changePassword: (token: string) => `/change-password/${encodeURIComponent(token)}`,
  post: (id: string) => `/feed/${encodeURIComponent(id)}`,
  gallery: '/gallery',
  purchases: '/purchased-contents',
  /** What one fan bought, for staff. */
  purchasesOf: (user: string) => `/purchased-contents/${encodeURIComponent(user)}`,
  membership: '/membership',
  subscribe: '/subscribe',
  /** With a coupon that is tried at once. */
  subscribeWith: (coupon: string) => `/subscribe?coupon=${encodeURIComponent(coupon)}`,
  profile: '/profile',
  updateProfile: '/profile/update',
  changeOwnPassword: '/profile/change-password',
  cancelSubscription: '/profile/cancel-subscription',
  withdraw: '/profile/withdraw',
  paymentMethod: '/profile/payment-method',
  addPaymentMethod: '/profile/add-new-payment-method',
  wallet: '/profile/wallet',
  payments: '/profile/payments',
  receipt: (payment: string) => `/profile/payments/${encodeURIComponent(payment)}`,
  photoId: '/upload-photo-id',
  /** How a purchase stands, and where its payer comes back to. */
  payment: (intent: string) => `/payment/${encodeURIComponent(intent)}`,
  /** The same purchase with the site's other provider. */
  anotherWay: (intent: string) => `/payment/${encodeURIComponent(intent)}/another-way`,
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  refunds: '/refund-policy',
  charge: '/what-is-this-charge',
  dmca: '/dmca',
  contentRemoval: '/content-removal',
  records: '/2257',
  faq: '/faq',
  contact: '/contact-us',
  links: '/links',
  moreLinks: '/more-links',
  likeTheWebsite: '/like-the-website',
  subscriptionVideo: '/subscription-video',
  notFound: '/404',
  serviceStopped: '/service-stopped',
  studio: '/admin',
  subscribers: '/admin/subscribers',
  /** A fan's own page. */
  fan: (id: string) => `/admin/subscribers/${encodeURIComponent(id)}`,
  transactions: '/admin/transactions',
  /** One of them, by its id. */
  transaction: (id: string) => `/admin/transactions?search=${encodeURIComponent(id)}&tx=${encodeURIComponent(id)}`,
  purchaseHistory: '/admin/user-purchase-history',
  /** For staff, though the documents write it outside their area. */
  purchaseNotifications: '/purchase-notification',
  disputes: '/admin/voids-refund-and-chargeback',
  openItems: '/admin/open-items',
  openItemsAbout: (reference: string) => `/admin/open-items?search=${encodeURIComponent(reference)}`,
  reconciliation: '/admin/reconciliation',
  statements: '/admin/statements',
  providerAccounts: '/admin/provider-accounts',
  subscriptionUrl: '/admin/generate-subscription-url',
  userUtmParams: '/admin/user-utm-params',
  reporting: '/admin/reporting',
  bestSellers: '/admin/reports',
  influencerActivity: '/admin/influencer-activity',
  lookup: '/admin/super-admin-tools/lookup',
  orderLookup: '/admin/super-admin-tools/sticky-io-lookup',
  userCards: '/admin/user-card-list',
  /** Payments by a card that ends in these digits. */
  lookupOfCard: (last4: string) => `/admin/super-admin-tools/lookup?last4=${encodeURIComponent(last4)}`,
  order: (number: string) => `/admin/super-admin-tools/sticky-io-lookup?order=${encodeURIComponent(number)}`,
  photoIds: '/admin/photo-ids',
  cancellations: '/admin/cancellation',
  coupons: '/admin/coupons',
  couponReports: '/admin/coupon-reports',
  couponReport: (id: string) => `/admin/coupon-reports/coupon-details/${encodeURIComponent(id)}`,
  /** Who the resubscribe offer brought back. */
  resubscriptions: '/admin/user-report',
  couponSettings: '/admin/settings/coupon',
  promotions: '/admin/promotions',
  /** With the dialog of a new one, or of the one that runs. */
  startPromotion: '/admin/promotions?promotion=new',
  promotionReport: (id: string) => `/admin/promotion-subscribe-users/${encodeURIComponent(id)}`,
  promotionSettings: '/admin/settings/promotion',
  studioPosts: '/admin/posts',
  /** A dialog about one post. `from`: where the person comes from and goes back to, a path of this site. */
  postTask: (id: string, task: PostTask, from?: string) =>
    `/admin/posts/${encodeURIComponent(id)}/${task}${from === undefined ? '' : `?from=${encodeURIComponent(from)}`}`,
  lockedContent: '/admin/locked-exclusive-content',
  /** Who bought a post; at the price of a promotion, if one is named. */
  purchasedBy: (post: string, promotion?: string) =>
    `/admin/purchased-by/locked-exclusive-content/${[post, ...(promotion === undefined ? [] : [promotion])]
      .map(encodeURIComponent)
      .join('/')}`,
  createPost: '/admin/create-post',
  contentManager: '/admin/content-manager',
  riskSettings: '/admin/settings/purchase-limits',
  purchaseNotificationSettings: '/admin/settings/purchase-notification',
  studioSettings: '/admin/settings',
  /** A new site's set-up; by itself it leads to the first step that is not done. */
  setUp: '/admin/set-up',
} as const;

/** The creator area is a document of its own: links into it and out of it load a page. */
export const isStudioPath = (path: string): boolean =>
  path === '/admin' || path.startsWith('/admin/') || path === paths.purchaseNotifications;
