import type { MeView } from '@backlot/contracts/accounts';
import { rebillFailedText } from '@backlot/domain/memberships/rebill-failed';
import { useTranslation } from 'react-i18next';
import { useFormats, useMoneyIn, useSite } from '../../lib/site.tsx';

/** SUB-48: the documents' name for what is paid from the wallet. */
export const isPaidFromWallet = ({ payment_gateway: gateway }: Pick<MeView, 'payment_gateway'>): boolean =>
  gateway === 'forumpay';

/** SUB-45 to SUB-47: what is said of a renewal that failed. */
export function useRebillText(): (me: MeView) => string {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  return (me) => {
    const { next_billing_date: next } = me;
    if (!isPaidFromWallet(me)) return t(rebillFailedText(next));
    const amount = money(me.subscription_detail?.recurring_price ?? 0);
    return next === null ? t('decline-wallet-low') : t('rebill-wallet-text', { date: date(next), amount });
  };
}

/** That another card is charged at once, and how much: nobody saves or chooses one without knowing. */
export function useRetryText(): (me: MeView) => string {
  const { t } = useTranslation();
  const { currency: ofSite } = useSite();
  const moneyIn = useMoneyIn();
  return ({ subscription_detail: detail }) =>
    detail === null
      ? ''
      : t('rebill-retry-at-once', { amount: moneyIn(detail.recurring_price, detail.currency ?? ofSite) });
}
