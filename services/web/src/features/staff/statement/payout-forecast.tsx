import type { StatementPayout } from '@backlot/contracts/statement';
import { useTranslation } from 'react-i18next';
import { Details, type Detail } from '../../../components/kit/detail.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';

/** What a provider is expected to pay out next, what it rests on, and when what it holds back is expected. */
export function PayoutForecast({ payout }: { payout: StatementPayout }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const moneyIn = useMoneyIn();
  const { forecast, currency } = payout;
  if (forecast === null) return null;
  const { expected, releases, held_until_unknown: unknown } = forecast;
  const money = (amount: number): string => moneyIn(amount, currency);
  const rate = (percent: number): { readonly rate: string } => ({ rate: formats.ratio(percent / 100) });
  const kept = (text: 'forecast-share' | 'forecast-tax', amount = 0, percent = 0): readonly Detail[] =>
    percent > 0 ? [{ name: t(text, rate(percent)), value: money(amount), isMinus: amount < 0 }] : [];
  const list: ReadonlyArray<Detail | false> = [
    expected !== null && { name: t('forecast-owed'), value: money(payout.owed), isMinus: payout.owed < 0 },
    expected !== null && {
      name: t('forecast-fees', rate(expected.fee_rate)),
      value: money(expected.fees),
      isMinus: expected.fees < 0,
    },
    expected !== null &&
      expected.held_rate > 0 && {
        name: t('forecast-held', rate(expected.held_rate)),
        value: money(expected.held),
        isMinus: expected.held < 0,
      },
    ...kept('forecast-share', expected?.share, expected?.share_rate),
    ...kept('forecast-tax', expected?.tax, expected?.tax_rate),
    ...releases.map(({ month, amount }) => ({
      name: t('forecast-release', { month: formats.month(month) }),
      value: money(amount),
    })),
    unknown > 0 && { name: t('forecast-release-unknown'), value: money(unknown) },
  ];
  return (
    <section className="payout-forecast">
      <h4>{t('forecast-title')}</h4>
      <p className="figure" data-size="s">
        {expected === null ? t('forecast-unknown') : money(expected.amount)}
      </p>
      {list.some(Boolean) ? <Details list={list} /> : null}
      <p className="form-help">
        {expected === null
          ? t('forecast-unknown-help')
          : t('forecast-help', { months: expected.rests_on.map((month) => formats.month(month)).join(' · ') })}
        {releases.length > 0 ? ` ${t('forecast-release-help')}` : ''}
      </p>
    </section>
  );
}
