import type { MembershipQuote } from '@backlot/contracts/memberships';
import { CalendarX2, CreditCard, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface QuoteTermsProps {
  readonly quote: MembershipQuote;
  /** No bank hears of what a wallet pays. */
  readonly isFromWallet: boolean;
}

/** How to cancel, what the statement will say, who sells. */
export function QuoteTerms({ quote, isFromWallet }: QuoteTermsProps) {
  const { t } = useTranslation();
  return (
    <ul className="quote-terms">
      {quote.statement_descriptor === '' || quote.is_free || isFromWallet ? null : (
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
