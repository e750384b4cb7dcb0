import { TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats, useSite } from '../../../lib/site.tsx';
import { StateChip } from '../state-chip.tsx';
import { ChartCard, ChartKey } from './chart-card.tsx';
import { PeriodBars } from './period-bars.tsx';

export interface TrendPoint {
  readonly from: string;
  readonly to: string;
  /** In the order of the names. */
  readonly parts: readonly number[];
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
  /** Of whole things, not of money. */
  readonly isCount?: boolean;
  readonly format: (value: number) => string;
  /** Of the lines across the chart: shorter. */
  readonly formatLine: (value: number) => string;
  readonly isTable: boolean;
  readonly onTable: (isTable: boolean) => void;
}

const tones = [1, 2, 4] as const;

/** How something went over a period: the sum, a bar for each of its parts, and the period before as a line across. */
export function TrendCard({ title, names, points, isCompared, format, ...props }: TrendCardProps) {
  const { t } = useTranslation();
  const { calendarDay, days } = useFormats();
  const compared = isCompared ? [{ label: t('chart-before'), tone: 3, isDashed: true } as const] : [];
  return (
    <ChartCard
      title={title}
      isTable={props.isTable}
      onTable={props.onTable}
      head={
        <ChartKey
          entries={[
            ...(names.length > 1 ? names.map((label, at) => ({ label, tone: tones[at] ?? 4 })) : []),
            ...compared,
          ]}
        />
      }
      table={{
        columns: [t('column-date'), ...names, ...compared.map(({ label }) => label)],
        rows: points
          .map((point) => [
            days(point.from, point.to),
            ...point.parts.map(format),
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
            parts: point.parts.map((part) => Math.max(0, part)),
            lines: [
              ...point.parts.map((part, at) => ({ name: names[at] ?? '', tone: tones[at] ?? 4, value: format(part) })),
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
        {isCompared ? <Change now={props.sum} before={props.before} format={format} /> : null}
      </p>
    </ChartCard>
  );
}

function Change({ now, before, format }: { now: number; before: number; format: (value: number) => string }) {
  const { t } = useTranslation();
  const { language } = useSite();
  if (before <= 0 || now === before) return null;
  const change = (now - before) / before;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const Icon = change < 0 ? TrendingDown : TrendingUp;
  return (
    <StateChip tone={change < 0 ? 'plain' : 'good'}>
      <Icon className="icon" aria-hidden />
      {t(change < 0 ? 'chart-down' : 'chart-up', { percent: percent.format(Math.abs(change)), amount: format(before) })}
    </StateChip>
  );
}
