import type { MembershipQuote } from '@backlot/contracts/memberships';
import { CalendarX2, CreditCard, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** How to cancel, what the statement will say, who sells. */
export function QuoteTerms({ quote }: { quote: MembershipQuote }) {
  const { t } = useTranslation();
  return (
    <ul className="quote-terms">
      {quote.statement_descriptor === '' || quote.is_free ? null : (
        <li>
          <CreditCard className="icon" aria-hidden />
          <span>{t('subscribe-descriptor', { descriptor: quote.statement_descriptor })}</span>
        </li>
      )}
      <li>
        <CalendarX2 className="icon" aria-hidden />
        <span>{t('subscribe-how-to-cancel')}</span>
      </li>
      {quote.merchant_name === '' ? null : (
        <li>
          <Store className="icon" aria-hidden />
          <span>{t('subscribe-merchant', { merchant: quote.merchant_name })}</span>
        </li>
      )}
    </ul>
  );
}
