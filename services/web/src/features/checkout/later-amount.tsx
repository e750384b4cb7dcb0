import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useTranslation } from 'react-i18next';
import { laterCharges } from '../../components/offer/later-charges.ts';
import { useFormats } from '../../lib/site.tsx';

/** What is charged after today, how often, and from when (C13). */
export function LaterAmount({
  quote,
  isFromWallet,
}: {
  readonly quote: MembershipQuote;
  readonly isFromWallet: boolean;
}) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { at, days } = laterCharges(quote, isFromWallet);
  const later = { amount: money(quote.recurring_amount), date: date(at) };
  return (
    <>{days === null ? t('subscribe-later-amount', later) : t('subscribe-later-amount-days', { ...later, days })}</>
  );
}
