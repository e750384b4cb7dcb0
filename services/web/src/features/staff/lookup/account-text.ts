import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { useTranslation } from 'react-i18next';
import { providerName } from '../../../components/studio/provider-name.ts';

/** The account that took a payment; empty where it was never sent to one. */
export function useAccountText(): (payment: Pick<FoundPayment, 'account'>) => string {
  const { t } = useTranslation();
  return ({ account }) => {
    if (account === null) return '';
    if (account.provider === 'wallet') return t('wallet-title');
    return `${providerName(account.provider)} · ${account.currency}`;
  };
}
