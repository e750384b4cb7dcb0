import { useTranslation } from 'react-i18next';
import { useAxisMoney } from '../../../components/studio/charts/axis-money.ts';
import { AreaChart } from '../../../components/studio/charts/area-chart.tsx';
import { ChangeChip } from '../../../components/studio/charts/change-chip.tsx';
import { ChartCard, ChartKey } from '../../../components/studio/charts/chart-card.tsx';
import { ShareBar } from '../../../components/studio/charts/share-bar.tsx';
import { useFormats } from '../../../lib/site.tsx';
import { runningHour, type Earnings } from './home-data.ts';

interface MoneyProps {
  readonly earnings: Earnings;
  readonly now: Date;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** Today as a running total against the same weekday of last week, and what it is made of. */
export function MoneyToday({ earnings, now, isTable, onTable }: MoneyProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const axisMoney = useAxisMoney();
  const hours = earnings.hours ?? [];
  const before = hours.length > 0 ? (hours[runningHour(hours)]?.last_week ?? 0) : earnings.same_weekday_last_week;
  const last = t('home-last-weekday', { weekday: formats.weekday(now) });
  const today = earnings.days.at(-1);
  const shares = [today?.membership ?? 0, today?.post ?? 0] as const;
  return (
    <ChartCard
      title={t('home-money-today')}
      isTable={isTable}
      onTable={onTable}
      head={
        <ChartKey
          entries={[
            { label: t('date-today'), tone: 1 },
            { label: last, tone: 3, isDashed: true },
          ]}
        />
      }
      table={{
        columns: [t('home-hour'), t('date-today'), last],
        rows: hours.map(({ hour, today: sum, last_week: compared }) => [
          formats.hour(hour),
          sum === null ? '–' : formats.money(sum),
          formats.money(compared),
        ]),
      }}
      chart={
        hours.length === 0 ? null : (
          <AreaChart
            values={hours.map((hour) => hour.today)}
            compared={hours.map((hour) => hour.last_week)}
            format={axisMoney}
            axis={[0, 6, 12, 18].map((hour) => ({ at: hour / 23, label: formats.hour(hour) }))}
          />
        )
      }
    >
      <p className="chart-figure">
        <span className="figure">{formats.money(earnings.today)}</span>
        <ChangeChip
          now={earnings.today}
          before={before}
          text={(direction, percent) =>
            t(hours.length > 0 ? `home-${direction}-hour` : `home-${direction}`, {
              percent,
              amount: formats.money(before),
            })
          }
        />
      </p>
      <div className="home-parts-place">
        <ShareBar shares={shares} />
        <dl className="part-key">
          <div>
            <dt>
              <i data-tone="1" />
              {t('transaction-membership')}
            </dt>
            <dd>{formats.money(shares[0])}</dd>
          </div>
          <div>
            <dt>
              <i data-tone="2" />
              {t('home-unlocks')}
            </dt>
            <dd>{formats.money(shares[1])}</dd>
          </div>
        </dl>
      </div>
    </ChartCard>
  );
}
