import { useAxisMoney } from '../../../components/studio/charts/axis-money.ts';
import { useTranslation } from 'react-i18next';
import { ChartRangeBar, useChartRange } from '../../../components/studio/charts/chart-range.tsx';
import { TrendCard } from '../../../components/studio/charts/trend-card.tsx';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { useTrends } from './home-data.ts';

interface TrendsProps {
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** Money and members over days of the person's choice, beside the period before. */
export function Trends(table: TrendsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { span, isCompared } = useChartRange();
  const query = useTrends(span);
  const { data } = query;
  const axisMoney = useAxisMoney();
  const shared = { isCompared, ...table };
  return (
    <section className="home-trends" aria-labelledby="home-trends" data-stale={query.isPlaceholderData || undefined}>
      <header className="home-trends-head">
        <h2 id="home-trends">{t('home-trends')}</h2>
        <ChartRangeBar />
      </header>
      {data ? (
        <p className="muted small">
          {isCompared
            ? t('chart-spans', {
                days: formats.days(data.from, data.to),
                before: formats.days(data.before.from, data.before.to),
              })
            : formats.days(data.from, data.to)}
        </p>
      ) : (
        <div className="panel-card">
          <NoAnswer asked={query} count={6} />
        </div>
      )}
      <div className="home-trends-cards">
        {data?.earnings ? (
          <TrendCard
            {...shared}
            title={t('home-earned')}
            names={[t('transaction-membership'), t('home-unlocks')]}
            sum={data.earnings.sum}
            before={data.earnings.before}
            points={data.earnings.points.map(({ membership, post, ...point }) => ({
              ...point,
              values: [membership, post],
            }))}
            format={formats.money}
            formatLine={axisMoney}
          />
        ) : null}
        {data?.members ? (
          <TrendCard
            {...shared}
            isCount
            title={t('home-new-members')}
            names={[t('home-new-members')]}
            sum={data.members.sum}
            before={data.members.before}
            points={data.members.points.map(({ started, ...point }) => ({ ...point, values: [started] }))}
            format={formats.number}
            formatLine={formats.number}
          />
        ) : null}
      </div>
    </section>
  );
}
