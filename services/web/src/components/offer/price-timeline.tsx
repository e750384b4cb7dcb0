import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import { laterCharges } from './later-charges.ts';

/** COMPLIANCE C13: what is paid today, and what later and when. */
export function PriceTimeline({ quote, isFromWallet }: { quote: MembershipQuote; isFromWallet: boolean }) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const { at, days } = laterCharges(quote, isFromWallet);
  const isReduced = quote.original_initial_amount > quote.initial_amount;
  return (
    <ol className="timeline">
      <li data-now>
        <p>
          <b>{t('timeline-today')}</b>
          <small suppressHydrationWarning>
            {date(quote.first_charge_at)}
            {quote.first_period?.unit === 'day'
              ? ` · ${t('membership-for-days', { count: quote.first_period.count })}`
              : ''}
          </small>
        </p>
        <span className="timeline-amount figures">
          {isReduced ? (
            <>
              <s>{money(quote.original_initial_amount)}</s>{' '}
            </>
          ) : null}
          {money(quote.initial_amount)}
        </span>
      </li>
      {quote.recurring_amount === 0 ? null : (
        <li>
          <p>
            <b>{days === null ? t('timeline-monthly') : t('timeline-days', { days })}</b>
            <small suppressHydrationWarning>{t('timeline-from', { date: date(at) })}</small>
          </p>
          <span className="timeline-amount figures">
            {quote.original_recurring_amount > quote.recurring_amount ? (
              <>
                <s>{money(quote.original_recurring_amount)}</s>{' '}
              </>
            ) : null}
            {money(quote.recurring_amount)}
          </span>
        </li>
      )}
    </ol>
  );
}
