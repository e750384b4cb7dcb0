import type { AnotherWay } from '@backlot/contracts/another-way';
import { useTranslation } from 'react-i18next';
import { SiteLink } from '../../components/site-link.tsx';
import { Filled } from '../../components/text/filled.tsx';
import { paths } from '../../lib/paths.ts';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';

interface TermsProps {
  readonly initial: string;
  readonly later: NonNullable<AnotherWay['later']>;
  readonly currency: string;
}

/** What is charged today and afterwards, in the rhythm of the provider that would charge it (C13). */
export function AnotherWayTerms({ initial, later, currency }: TermsProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  const moneyIn = useMoneyIn();
  const { days } = later;
  const terms = { initial, recurring: moneyIn(later.amount, currency), date: date(later.at) };
  return (
    <>
      {days === null ? t('subscribe-consent', terms) : t('subscribe-consent-days', { ...terms, days })}{' '}
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
