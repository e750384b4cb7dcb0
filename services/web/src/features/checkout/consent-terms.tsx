import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useTranslation } from 'react-i18next';
import { laterCharges } from '../../components/offer/later-charges.ts';
import { useFormats } from '../../lib/site.tsx';
import { TermsThatApply } from './terms-that-apply.tsx';
import { useMembershipSupply } from './supply-consent.ts';

/** What somebody agrees to who takes a quote: amounts, dates, the right to withdraw, and the pages that apply (C13, C15). */
export function ConsentTerms({
  quote,
  isFromWallet,
}: {
  readonly quote: MembershipQuote;
  readonly isFromWallet: boolean;
}) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { at, days } = laterCharges(quote, isFromWallet);
  const later = { recurring: money(quote.recurring_amount), date: date(at) };
  const supply = useMembershipSupply(quote);
  const initial = money(quote.initial_amount);
  const label = quote.is_free
    ? t('subscribe-consent-free')
    : quote.recurring_amount === 0
      ? t('subscribe-consent-once', { initial })
      : quote.initial_amount === 0
        ? days === null
          ? t('subscribe-consent-later', later)
          : t('subscribe-consent-later-days', { ...later, days })
        : days === null
          ? t('subscribe-consent', { initial, ...later })
          : t('subscribe-consent-days', { initial, ...later, days });
  return (
    <>
      {label} {supply === null ? null : <>{t(supply.text)} </>}
      <TermsThatApply />
    </>
  );
}
