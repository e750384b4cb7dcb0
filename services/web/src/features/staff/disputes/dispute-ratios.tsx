import type { DisputeRatio } from '@backlot/contracts/disputes';
import { brandName } from '@backlot/domain/formats/row-texts';
import { nearsLimit } from '@backlot/domain/money/dispute-ratio';
import { useTranslation } from 'react-i18next';
import { Details } from '../../../components/kit/detail.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { StateChip } from '../../../components/studio/state-chip.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useAccountText } from '../lookup/account-text.ts';
import { CardBrakeCard } from './card-brake-card.tsx';
import { FraudReports } from './fraud-reports.tsx';
import { useDisputeRatio } from './disputes-query.ts';

/** How the month stands before the card schemes' limits, an account and a scheme a card, and the brake. */
export function DisputeRatios() {
  const { t } = useTranslation();
  const formats = useFormats();
  const query = useDisputeRatio();
  const { data } = query;
  if (data === undefined) return <NoAnswer asked={query} />;
  return (
    <section className="dispute-month" aria-labelledby="dispute-month">
      <h2 id="dispute-month">{t('dispute-ratio-title', { month: formats.month(data.month) })}</h2>
      {data.ratios.length === 0 ? <p className="muted">{t('dispute-ratio-none')}</p> : null}
      <div className="dispute-ratios">
        {data.ratios.map((ratio) => (
          <RatioCard
            key={ratio.account.provider + ratio.account.currency + String(ratio.account.is_active) + ratio.scheme}
            ratio={ratio}
            share={data.brake.share}
          />
        ))}
        <CardBrakeCard brake={data.brake} />
      </div>
      {data.ratios.length === 0 ? null : <p className="form-help">{t('dispute-forecast-help')}</p>}
      <FraudReports />
    </section>
  );
}

function RatioCard({ ratio, share }: { ratio: DisputeRatio; share: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const accountText = useAccountText();
  const { limit, limit_disputes: limitDisputes, forecast, left } = ratio;
  const isNear = nearsLimit({ forecast, limitDisputes }, share);
  return (
    <article className="panel-card dispute-ratio">
      <header>
        <h3>
          {brandName(ratio.scheme)}
          {limit ? ` · ${limit.programme}` : ''}
        </h3>
        {isNear ? (
          <StateChip tone="bad" hasDot>
            {t('dispute-near')}
          </StateChip>
        ) : null}
      </header>
      <p className="muted small">{accountText(ratio)}</p>
      <Details
        list={[
          { name: t('dispute-this-month'), value: <b>{formats.number(ratio.disputes)}</b> },
          ratio.fraud_reports !== null && {
            name: t('fraud-reports-this-month'),
            value: <b>{formats.number(ratio.fraud_reports)}</b>,
          },
          {
            name: t(limit?.per === 'sales_this_month' ? 'dispute-sales-this-month' : 'dispute-sales-last-month'),
            value: formats.number(ratio.sales),
          },
          { name: t('dispute-ratio'), value: ratio.ratio === null ? '–' : formats.ratio(ratio.ratio / 100) },
          { name: t('dispute-forecast'), value: formats.number(forecast) },
          {
            name: t('dispute-limit'),
            value:
              limit === null ? (
                t('dispute-limit-none')
              ) : (
                <span className="dispute-limit">
                  {t('dispute-limit-value', {
                    disputes: formats.number(limit.min_disputes),
                    ratio: formats.ratio(limit.min_ratio / 100),
                  })}
                </span>
              ),
          },
          left !== null && { name: t('dispute-left'), value: <b>{formats.number(left)}</b> },
        ]}
      />
      {limit === null ? null : (
        <p className="muted small">
          {t('dispute-source')} · <span lang="en">{limit.source}</span>
        </p>
      )}
    </article>
  );
}
