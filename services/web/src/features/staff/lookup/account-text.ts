import type { FoundPayment } from '@backlot/contracts/payment-lookup';
import { useTranslation } from 'react-i18next';
import { providerName } from '../../../components/studio/provider-name.ts';

/** Which account took a payment; empty where none was asked. */
export function useAccountText(): (payment: Pick<FoundPayment, 'account'>) => string {
  const { t } = useTranslation();
  return ({ account }) => {
    if (account === null) return '';
    if (account.provider === 'wallet') return t('wallet-title');
    return `${providerName(account.provider)} · ${account.currency}`;
  };
}
