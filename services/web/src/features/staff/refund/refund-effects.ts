import type { Refundable } from '@backlot/contracts/refunds';
import { useTranslation } from 'react-i18next';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

/** What pays for a membership's time. */
const membershipKinds: readonly string[] = ['membership', 'renewal', 'migration', 'resubscription'];

/** What a refund does, in sentences. `isWhole`: nothing of the payment is left after it. */
export function useRefundEffects() {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const isMembership = ({ kind }: Refundable): boolean => membershipKinds.includes(kind);
  const date = ({ renews_at: at }: Refundable): string => (at === null ? '' : formats.date(at));
  return {
    money: (of: Refundable, amount: number, isToWallet: boolean): string => {
      if (isToWallet) return t('refund-way-wallet', { amount: moneyIn(amount, of.currency) });
      const isByHand =
        of.provider_refunds === 'none' || (of.provider_refunds === 'full' && (amount !== of.taken || of.returned > 0));
      return t(isByHand ? 'refund-way-hand' : 'refund-way-provider', { amount: moneyIn(amount, of.currency) });
    },
    /** Where there is nothing to choose; null where staff choose whether it stays open. */
    access: (of: Refundable, isWhole: boolean): string | null => {
      if (!of.is_open) return t('refund-nothing-open');
      if (isWhole) return null;
      const renews = of.renews_at === null ? '' : ` ${t('refund-part-renews', { date: date(of) })}`;
      return `${t('refund-part-open')}${renews}`;
    },
    closing: (of: Refundable): string =>
      of.closes_at
        ? t('refund-access-close-later', { date: formats.date(of.closes_at) })
        : t(isMembership(of) ? 'refund-access-close-membership' : 'refund-access-close-post'),
    keeping: (of: Refundable): string =>
      !isMembership(of)
        ? t('refund-access-keep-post')
        : of.renews_at === null
          ? t('refund-access-keep-membership')
          : t('refund-access-keep-renews', { date: date(of) }),
  };
}
