import type { MeView } from '@backlot/contracts/accounts';
import { rebillFailedText } from '@backlot/domain/memberships/rebill-failed';
import { isSubscribed } from '@backlot/domain/people/roles';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { useRenewalPrice } from './renewal-price.ts';
import { nextChargeOf } from './standing.ts';

/** SUB-48: the documents' name for what is paid from the wallet. */
export const isPaidFromWallet = ({ payment_gateway: gateway }: Pick<MeView, 'payment_gateway'>): boolean =>
  gateway === 'forumpay';

/** SUB-45 to SUB-47: what is said of a renewal that failed. */
export function useRebillText(): (me: MeView) => string {
  const { t } = useTranslation();
  const { date } = useFormats();
  const renewalPrice = useRenewalPrice();
  return (me) => {
    const { next_billing_date: next, subscription_detail: detail } = me;
    if (!isPaidFromWallet(me)) return t(rebillFailedText(next, detail?.rebill_decline_reason ?? null));
    const charged = nextChargeOf(me);
    return charged === null
      ? t('decline-wallet-low')
      : t('rebill-wallet-text', { date: date(charged), amount: renewalPrice(me) });
  };
}

/** That another card is charged at once, and how much: nobody saves or chooses one without knowing. */
export function useRetryText(): (me: MeView) => string {
  const { t } = useTranslation();
  const renewalPrice = useRenewalPrice();
  return (me) => (me.subscription_detail === null ? '' : t('rebill-retry-at-once', { amount: renewalPrice(me) }));
}

/** Of a purchase instead: its price is the quote's, and the renewal's own is not charged besides. */
export function useAnewText(): (me: MeView) => string {
  const { t } = useTranslation();
  const renewalPrice = useRenewalPrice();
  return (me) => t('rebill-anew-text', { amount: renewalPrice(me) });
}

/**
 * What buying is called while a renewal is tried: something else than paying that. Null where a member has nothing to buy.
 */
export const buyingText = (me: MeView): 'rebill-anew' | 'subscribe-renew-title' | null => {
  if (isSubscribed(me.ccbillSubscriptionStatus)) return null;
  return me.subscription_detail?.retries_with_card ? 'rebill-anew' : 'subscribe-renew-title';
};
