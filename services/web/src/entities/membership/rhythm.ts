import { useTranslation } from 'react-i18next';
import { useFormats, useMe, useSetting, useSite } from '../../lib/site.tsx';

/** Whether this viewer pays from the wallet unless they choose otherwise (SUB-49). */
export function useIsFromWallet(): boolean {
  const me = useMe();
  const canFill = useSetting('is_crypto_payment_enabled') === true;
  // As `useOwnWallet` has it, whose amounts no first visit has to load.
  return (
    me?.role === 'user' && me.default_payment_method === 'crypto_currency' && (canFill || (me.wallet_amount ?? 0) > 0)
  );
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
