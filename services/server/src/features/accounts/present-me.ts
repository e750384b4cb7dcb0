import type { StoredRole } from '@backlot/contracts';
import type { MeView } from '@backlot/contracts/accounts';
import { isAdminRole } from '@backlot/domain/roles';
import { toWire } from '@backlot/domain/money';
import type { UserRow } from '../../session/session-rows.ts';
import type { Membership } from '../memberships/index.ts';
import type { UnreadCounts } from '../notifications/index.ts';

export interface MeParts { user: UserRow; role: StoredRole; membership: Membership; unread: UnreadCounts | null; sites: number; locale: string }

export function presentMe({ user, role, membership, unread, sites, locale }: MeParts): MeView {
  return {
    _id: user.id, name: user.name, email: user.email, role, isAdmin: isAdminRole(role), avatarUrl: null,
    isSubscribedEver: user.first_subscribed_at !== null,
    ccbillSubscriptionStatus: membership.status,
    expiration_date: membership.expiresAt?.toISOString() ?? null,
    next_billing_date: membership.nextBillingAt?.toISOString() ?? null,
    subscription_detail: membership.startedAt === null ? null : {
      recurring_price: toWire(membership.recurringMinor), is_rebill_failed: membership.isRebillFailed,
      created_at: membership.startedAt.toISOString(),
    },
    payment: { membership: membership.status !== '0' },
    default_payment_method: 'card', payment_gateway: membership.provider,
    has_complimentary_subscription: membership.isComplimentary, isRebillFailed: membership.isRebillFailed,
    wallet_amount: 0,
    // On one site alone it says nothing: whether a new account began an identity or met a stranger's would tell who is known elsewhere (DECISIONS 11).
    universal_login: sites > 1, userMergedDomainCount: sites,
    isPhotoIdAccepted: user.photo_id_accepted_at !== null,
    totalUnreadCount: unread?.total ?? 0,
    purchasedNotificationUnreadCount: unread?.purchased ?? 0,
    subscriptionNotificationUnreadCount: unread?.subscription ?? 0,
    language: user.language ?? locale,
  };
}
