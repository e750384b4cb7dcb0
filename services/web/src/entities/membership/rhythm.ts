import { useTranslation } from 'react-i18next';
import { useFormats, useSite } from '../../lib/site.tsx';
import { useOwnWallet } from '../wallet/own-wallet.ts';

/** Whether this viewer pays from the wallet unless they choose otherwise (SUB-49). */
export function useIsFromWallet(): boolean {
  const { isOffered, isDefault } = useOwnWallet();
  return isOffered && isDefault;
}

/**
 * Every how many days this viewer would be charged later; null for every month. Cards go by their provider's count, of a
 * quote where there is one; the wallet is charged by calendar months (C13).
 */
export function useRenewalDays(quoted?: number | null): number | null {
  const { renewalDays } = useSite();
  const isFromWallet = useIsFromWallet();
  return isFromWallet ? null : quoted === undefined ? renewalDays : quoted;
}

/** Amounts with how often they are charged. */
export function useRhythmTexts(days: number | null) {
  const { t } = useTranslation();
  const { money } = useFormats();
  return {
    price: (amount: number): string =>
      days === null
        ? t('membership-price-month', { price: money(amount) })
        : t('membership-price-days', { price: money(amount), days }),
    later: (amount: number): string =>
      days === null
        ? t('membership-then-month', { price: money(amount) })
        : t('membership-then-days', { price: money(amount), days }),
  };
}
