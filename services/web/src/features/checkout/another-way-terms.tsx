import type { AnotherWay } from '@backlot/contracts/another-way';
import { useTranslation } from 'react-i18next';
import { useFormats, useMoneyIn } from '../../lib/site.tsx';
import { TermsThatApply } from './terms-that-apply.tsx';

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
      <TermsThatApply />
    </>
  );
}
