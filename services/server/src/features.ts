import type { Feature } from './feature.ts';
import { accountsFeature } from './features/accounts/index.ts';
import { checkoutFeature } from './features/checkout/index.ts';
import { commentsFeature } from './features/comments/index.ts';
import { couponsFeature } from './features/coupons/index.ts';
import { cryptoFeature } from './features/crypto/index.ts';
import { disputesFeature } from './features/disputes/index.ts';
import { exportsFeature } from './features/exports/index.ts';
import { ledgerFeature } from './features/ledger/index.ts';
import { libraryFeature } from './features/library/index.ts';
import { membershipsFeature } from './features/memberships/index.ts';
import { notificationsFeature } from './features/notifications/index.ts';
import { offersFeature } from './features/offers/index.ts';
import { paymentPagesFeature } from './features/payment-pages/index.ts';
import { photoIdsFeature } from './features/photo-ids/index.ts';
import { platformFeature } from './features/platform/index.ts';
import { postsFeature } from './features/posts/index.ts';
import { profileFeature } from './features/profile/index.ts';
import { promotionsFeature } from './features/promotions/index.ts';
import { receiptsFeature } from './features/receipts/index.ts';
import { reportsFeature } from './features/reports/index.ts';
import { resubscribeFeature } from './features/resubscribe/index.ts';
import { sitesFeature } from './features/sites/index.ts';
import { staffFeature } from './features/staff/index.ts';
import { tagsFeature } from './features/tags/index.ts';
import { walletFeature } from './features/wallet/index.ts';
import { mediaFeature } from './features/media/index.ts';

/** Every feature, named: nothing is loaded for lying in a folder. */
export const features: readonly Feature[] = [
  platformFeature,
  sitesFeature,
  accountsFeature,
  ledgerFeature,
  membershipsFeature,
  checkoutFeature,
  walletFeature,
  couponsFeature,
  promotionsFeature,
  resubscribeFeature,
  cryptoFeature,
  receiptsFeature,
  notificationsFeature,
  mediaFeature,
  photoIdsFeature,
  profileFeature,
  libraryFeature,
  postsFeature,
  offersFeature,
  tagsFeature,
  commentsFeature,
  staffFeature,
  exportsFeature,
  disputesFeature,
  paymentPagesFeature,
  reportsFeature,
];
