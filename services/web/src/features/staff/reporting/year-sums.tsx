import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Details } from '../../../components/kit/detail.tsx';
import { useAxisMoney } from '../../../components/studio/charts/axis-money.ts';
import { TrendCard } from '../../../components/studio/charts/trend-card.tsx';
import { useFormats, useMoneyIn } from '../../../lib/site.tsx';
import type { MonthsReport } from './reporting-query.ts';

/** A year as a chart of its months, and what they come to. */
export function YearSums({ report: { months, sums, currency, year } }: { report: MonthsReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const moneyIn = useMoneyIn();
  const axisMoney = useAxisMoney();
  const [isTable, setTable] = useState(false);
  const money = (amount: number): string => moneyIn(amount, currency);
  return (
    <section className="statement-month" aria-label={year}>
      <div className="statement-cards reporting-sums">
        <TrendCard
          title={t('home-earned')}
          names={[t('statement-sold-memberships'), t('home-unlocks')]}
          sum={sums.net}
          before={sums.net_before}
          isCompared={sums.net_before !== 0}
          beforeName={t('reporting-year-before')}
          points={months
            .map(({ month, membership, post, net_before: before }) => ({
              from: `${month}-01`,
              to: lastOf(month),
              values: [membership, post],
              before,
            }))
            .reverse()}
          format={money}
          formatLine={axisMoney}
          isTable={isTable}
          onTable={setTable}
        />
        <article className="panel-card statement-card">
          <h2>{t('reporting-total')}</h2>
          <Details
            list={[
              { name: t('activity-gross'), value: money(sums.gross) },
              { name: t('activity-returned'), value: money(sums.returned) },
              { name: t('activity-net'), value: <b>{money(sums.net)}</b> },
              { name: t('statement-sold-memberships'), value: money(sums.membership) },
              { name: t('home-unlocks'), value: money(sums.post) },
              { name: t('activity-new-members'), value: number(sums.new_members) },
              { name: t('activity-lost-members'), value: number(sums.lost_members) },
            ]}
          />
        </article>
      </div>
      {sums.gross === 0 && sums.returned === 0 ? <p className="muted">{t('reporting-nothing')}</p> : null}
      <p className="form-help">{t('reporting-months-help')}</p>
    </section>
  );
}

function lastOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
