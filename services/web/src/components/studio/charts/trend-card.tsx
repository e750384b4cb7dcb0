import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { ChangeChip } from './change-chip.tsx';
import { ChartCard, ChartKey } from './chart-card.tsx';
import { partTone } from './chart-tones.ts';
import { PeriodBars } from './period-bars.tsx';

export interface TrendPoint {
  readonly from: string;
  readonly to: string;
  /** In the order of the names. */
  readonly values: readonly number[];
  /** Of the same part of the period before. */
  readonly before: number;
}

interface TrendCardProps {
  readonly title: string;
  /** Names of the parts, at most three. */
  readonly names: readonly string[];
  readonly points: readonly TrendPoint[];
  readonly sum: number;
  readonly before: number;
  readonly isCompared: boolean;
  /** Names the period before where it is not simply that. */
  readonly beforeName?: string;
  /** Of whole things, not of money. */
  readonly isCount?: boolean;
  readonly format: (value: number) => string;
  /** Of the lines across the chart: shorter. */
  readonly formatLine: (value: number) => string;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

/** How something went over a period: the sum, a bar for each of its parts, and the period before as a line across. */
export function TrendCard({ title, names, points, isCompared, format, ...props }: TrendCardProps) {
  const { t } = useTranslation();
  const { calendarDay, days } = useFormats();
  const compared = isCompared
    ? [{ label: props.beforeName ?? t('chart-before'), tone: 3, isDashed: true } as const]
    : [];
  return (
    <ChartCard
      title={title}
      isTable={props.isTable}
      onTable={props.onTable}
      head={
        <ChartKey
          entries={[
            ...(names.length > 1 ? names.map((label, at) => ({ label, tone: partTone(at) })) : []),
            ...compared,
          ]}
        />
      }
      table={{
        columns: [t('column-date'), ...names, ...compared.map(({ label }) => label)],
        rows: points
          .map((point) => [
            days(point.from, point.to),
            ...point.values.map(format),
            ...(isCompared ? [format(point.before)] : []),
          ])
          .reverse(),
      }}
      chart={
        <PeriodBars
          isCount={props.isCount ?? false}
          format={props.formatLine}
          bars={points.map((point) => ({
            key: point.from,
            label: days(point.from, point.to),
            values: point.values.map((value) => Math.max(0, value)),
            lines: [
              ...point.values.map((value, at) => ({ name: names[at] ?? '', tone: partTone(at), value: format(value) })),
              ...compared.map(({ label, tone }) => ({ name: label, tone, value: format(point.before) })),
            ],
            before: isCompared ? Math.max(0, point.before) : null,
            axis: calendarDay(point.from),
          }))}
        />
      }
    >
      <p className="chart-figure">
        <span className="figure" data-size="s">
          {format(props.sum)}
        </span>
        {isCompared ? (
          <ChangeChip
            now={props.sum}
            before={props.before}
            text={(direction, percent) => t(`chart-${direction}`, { percent, amount: format(props.before) })}
          />
        ) : null}
      </p>
    </ChartCard>
  );
}
