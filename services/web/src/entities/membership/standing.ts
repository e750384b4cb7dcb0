import type { MeView } from '@backlot/contracts/accounts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { useRenewalPrice } from './renewal-price.ts';

export type Standing = 'active' | 'cancelled' | 'complimentary' | 'failed' | 'ended' | 'none';

/** Where a membership stands, as a person would say it. */
export function standingOf(me: MeView): Standing {
  if (me.isRebillFailed || me.subscription_detail?.is_rebill_failed) return 'failed';
  if (me.ccbillSubscriptionStatus === '1') return 'cancelled';
  if (me.ccbillSubscriptionStatus === '2') return me.has_complimentary_subscription ? 'complimentary' : 'active';
  return me.isSubscribedEver ? 'ended' : 'none';
}

/** When it is charged next, or tried again; null where nobody knows: that is due. */
export const nextChargeOf = ({ next_billing_date: next, subscription_detail: detail }: MeView): string | null =>
  detail?.is_due ? null : next;

/** What is said of one that goes on: when it is charged next and how much, or until when it was given; null where neither is so. */
export function useGoingOnText(): (me: MeView) => string | null {
  const { t } = useTranslation();
  const { date } = useFormats();
  const renewalPrice = useRenewalPrice();
  return (me) => {
    const { next_billing_date: next, expiration_date: end } = me;
    if (standingOf(me) === 'complimentary')
      return end === null ? null : t('profile-status-complimentary', { date: date(end) });
    const price = me.subscription_detail?.recurring_price ?? 0;
    if (next === null || price <= 0) return null;
    return me.subscription_detail?.is_due
      ? t('profile-status-due', { amount: renewalPrice(me) })
      : t('profile-status-active', { date: date(next), amount: renewalPrice(me) });
  };
}
