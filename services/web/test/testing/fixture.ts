import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { MeView } from '@backlot/contracts/accounts';
import { defaultSettings, readerOf, settingsFor, type Settings } from '@backlot/domain/settings';

interface Given {
  readonly path?: string;
  readonly settings?: Partial<Settings>;
  readonly site?: Partial<Bootstrap['site']>;
  readonly viewer?: MeView | null;
  readonly queries?: Bootstrap['queries'];
}

/** A page's bootstrap as the server makes it, with what a test wants otherwise. */
export function bootstrapOf({
  path = '/',
  settings = {},
  site = {},
  viewer = null,
  queries = [],
}: Given = {}): Bootstrap {
  return {
    site: {
      id: 'abcdefghijkl',
      name: 'Luna & Sons',
      host: 'luna.test',
      base: 'http://luna.test:8000',
      apiBase: 'http://api.luna.test:8000',
      currency: 'USD',
      language: 'en',
      direction: 'ltr',
      languages: ['en', 'ar'],
      theme: 'kiln',
      status: 'active',
      ageGate: false,
      isAreaBlocked: false,
      merchant: { legalName: 'Luna Ltd', address: '1 Moon Lane, Bristol', descriptor: 'LUNA' },
      production: true,
      sendsMail: true,
      renewalDays: null,
      ...site,
    },
    settings: settingsFor(readerOf(viewer ? { role: viewer.role, status: viewer.ccbillSubscriptionStatus } : null), {
      ...defaultSettings('general'),
      ...settings,
    }),
    settingsVersion: 1,
    viewer,
    token: null,
    queries,
    path,
    isPreview: false,
    closedRibbons: '',
    nonce: 'bm9uY2U=',
  };
}

export const person = (over: Partial<MeView> = {}): MeView => ({
  _id: '01900000-0000-7000-8000-000000000001',
  name: 'Ottilie',
  email: 'ottilie@brandt.example',
  role: 'user',
  isAdmin: false,
  avatarUrl: null,
  isSubscribedEver: false,
  ccbillSubscriptionStatus: '0',
  expiration_date: null,
  next_billing_date: null,
  subscription_detail: null,
  payment: { membership: false },
  default_payment_method: 'card',
  payment_gateway: null,
  has_complimentary_subscription: false,
  isRebillFailed: false,
  cancellation_final: false,
  cardAuthorizedByAllGateway: false,
  showRebillFailedPopup: false,
  showMigrationPopup: false,
  rebill_notification: null,
  wallet_amount: 0,
  universal_login: true,
  userMergedDomainCount: 1,
  isPhotoIdAccepted: false,
  totalUnreadCount: 0,
  purchasedNotificationUnreadCount: 0,
  subscriptionNotificationUnreadCount: 0,
  openItemsCount: 0,
  language: 'en',
  ...over,
});
