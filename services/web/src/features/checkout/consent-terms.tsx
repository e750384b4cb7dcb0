import type { MembershipQuote } from '@backlot/contracts/memberships';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../components/site-link.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { paths } from '../../lib/paths.ts';
import { useFormats } from '../../lib/site.tsx';

/** What somebody agrees to who takes a quote: amounts, dates, and the pages that apply (C13). */
export function ConsentTerms({ quote }: { readonly quote: MembershipQuote }) {
  const { t } = useTranslation();
  const { money, date } = useFormats();
  const later = { recurring: money(quote.recurring_amount), date: date(quote.next_charge_at) };
  const initial = money(quote.initial_amount);
  const label = quote.is_free
    ? t('subscribe-consent-free')
    : quote.recurring_amount === 0
      ? t('subscribe-consent-once', { initial })
      : quote.initial_amount === 0
        ? t('subscribe-consent-later', later)
        : t('subscribe-consent', { initial, ...later });
  return (
    <>
      {label}{' '}
      <Filled
        id="subscribe-consent-terms"
        elements={{
          terms: (
            <SiteLink className="text-link" to={paths.terms} target="_blank">
              {t('footer-terms')}
            </SiteLink>
          ),
          refunds: (
            <SiteLink className="text-link" to={paths.refunds} target="_blank">
              {t('footer-refund')}
            </SiteLink>
          ),
        }}
      />
    </>
  );
}
