import { minorOf, toWire } from '@backlot/domain/money/money';
import { useTranslation } from 'react-i18next';
import { missingFor, useOwnWallet } from '../../../entities/wallet/own-wallet.ts';
import { useFormats } from '../../../lib/site.tsx';

/** What is in the wallet, and what stays there after a price or is missing for it (POST-076). */
export function useWalletNote(): (price: number) => string {
  const { t } = useTranslation();
  const { money } = useFormats();
  const wallet = useOwnWallet();
  const { balance, owed } = wallet;
  return (price) => {
    const missing = missingFor(price, wallet);
    if (missing > 0)
      return owed > 0
        ? t('wallet-short-owed', { missing: money(missing), owed: money(owed) })
        : t('wallet-short', { balance: money(balance), missing: money(missing) });
    return t('wallet-stays', { balance: money(balance), left: money(toWire(minorOf(balance) - minorOf(price))) });
  };
}
