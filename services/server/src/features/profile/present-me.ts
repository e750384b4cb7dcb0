import type { StoredRole } from '@backlot/contracts';
import type { DocumentedMe, MeView } from '@backlot/contracts/accounts';
import { isAdminRole } from '@backlot/domain/people/roles';
import type { RenewalRisk } from '@backlot/domain/memberships/renewal-risk';
import { toWire } from '@backlot/domain/money/money';
import type { CallerRow } from '../accounts/index.ts';
import { walletProvider } from '../ledger/index.ts';
import type { Membership } from '../memberships/index.ts';
import type { UnreadCounts } from '../notifications/index.ts';

export interface MeSources {
  caller: CallerRow & { readonly balanceMinor: number; readonly owedMinor: number; readonly lastCoin: string | null };
  role: StoredRole;
  membership: Membership;
  isCancellationFinal: boolean;
  renewsAtProvider: boolean;
  /** The renewals that failed are charges of ours, and not a provider's by itself. */
  isOurs: boolean;
  risk: RenewalRisk | null;
  showRebillFailedPopup: boolean;
  showMigrationPopup: boolean;
  unread: UnreadCounts | null;
  openItems: number;
  locale: string;
}

export function presentMe({
  caller,
  role,
  membership,
  isCancellationFinal,
  renewsAtProvider,
  isOurs,
  risk,
  showRebillFailedPopup,
  showMigrationPopup,
  unread,
  openItems,
  locale,
}: MeSources): MeView {
  // None while the site leaves the login that its accounts shared.
  const sites = Math.max(1, caller.sites);
  return {
    _id: caller.callerId,
    name: caller.name,
    email: caller.email,
    role,
    isAdmin: isAdminRole(role),
    avatarUrl: null,
    isSubscribedEver: caller.firstSubscribedAt !== null,
    ccbillSubscriptionStatus: membership.status,
    expiration_date: membership.expiresAt?.toISOString() ?? null,
    next_billing_date: membership.nextBillingAt?.toISOString() ?? null,
    subscription_detail:
      membership.startedAt === null
        ? null
        : {
            recurring_price: toWire(membership.recurringMinor),
            ...(membership.currency === null ? {} : { currency: membership.currency }),
            is_rebill_failed: membership.isRebillFailed,
            rebill_decline_reason: membership.isRebillFailed ? membership.declineReason : null,
            retries_with_card: membership.isRetryable && isOurs,
            ...(membership.isDue ? { is_due: true } : {}),
            ...(risk?.reason === 'wallet-low' ? { wallet_short: true } : {}),
            created_at: membership.startedAt.toISOString(),
          },
    payment: { membership: membership.status !== '0' },
    default_payment_method: caller.defaultPaymentMethod,
    // SUB-48: the documents' name for the wallet.
    payment_gateway: membership.provider === walletProvider ? 'forumpay' : membership.provider,
    has_complimentary_subscription: membership.isComplimentary,
    cancellation_final: isCancellationFinal,
    renews_at_provider: renewsAtProvider,
    isRebillFailed: membership.isRebillFailed,
    cardAuthorizedByAllGateway: membership.isRebillFailed && membership.nextBillingAt === null,
    showRebillFailedPopup,
    showMigrationPopup,
    rebill_notification:
      risk === null || risk.isPutOff
        ? null
        : {
            reason: risk.reason,
            date: risk.at.toISOString(),
            amount: toWire(membership.recurringMinor),
            last4: risk.last4,
          },
    wallet_amount: toWire(caller.balanceMinor),
    wallet_owed: toWire(caller.owedMinor),
    // On one site alone it says nothing: whether a new account began an identity or met a stranger's would tell who is known elsewhere (DECISIONS 11).
    universal_login: sites > 1,
    userMergedDomainCount: sites,
    isPhotoIdAccepted: caller.photoIdAcceptedAt !== null,
    totalUnreadCount: unread?.total ?? 0,
    purchasedNotificationUnreadCount: unread?.purchased ?? 0,
    subscriptionNotificationUnreadCount: unread?.subscription ?? 0,
    openItemsCount: openItems,
    language: caller.language ?? locale,
  };
}

/** The same with the documents' further fields; see `DocumentedMe`. */
export const presentDocumentedMe = (
  me: MeView,
  unread: UnreadCounts | null,
  lastCoin: string | null,
): DocumentedMe => ({
  ...me,
  isModel: me.role === 'model',
  isSuperAdmin: me.role === 'admin',
  isSubAdmin: me.role === 'sub_admin',
  isContentManager: me.role === 'content_manager',
  isSupport: me.role === 'support',
  feedCommentNotificationUnreadCount: unread?.comment ?? 0,
  feedLikeNotificationUnreadCount: 0,
  last_used_crypto_currency: lastCoin,
  is_notification_enable: false,
  is_allow_web_notification: false,
  emailOptInStatus: 'pending',
  emailEventType: null,
  emailEventStatus: null,
  shouldPresentEmailOptIn: false,
  siteListOfDifferentPassword: [],
  payPerMessageCredit: 0,
});
