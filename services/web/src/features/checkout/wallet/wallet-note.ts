import { minorOf, toWire } from '@backlot/domain/money/money';
import { useTranslation } from 'react-i18next';
import { missingFor, useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { useFormats } from '../../../lib/site.tsx';

/** What is in the wallet, and what stays there after a price or is missing for it (POST-076). */
export function useWalletNote(): (price: number) => string {
  const { t } = useTranslation();
  const { money } = useFormats();
  const { balance } = useOwnWallet();
  return (price) => {
    const missing = missingFor(price, balance);
    return missing > 0
      ? t('wallet-short', { balance: money(balance), missing: money(missing) })
      : t('wallet-stays', { balance: money(balance), left: money(toWire(minorOf(balance) - minorOf(price))) });
  };
}
