import { dayIn, firstOfLastDays } from '@backlot/domain/formats/dates';
import { atMostDays, type DaySpan } from '@backlot/domain/formats/day-spans';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { maxTrendDays } from '@backlot/domain/limits';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useFormats, useTimeZone } from '../../../lib/site.tsx';
import { DayFields } from '../../kit/day-fields.tsx';
import type { DayRange } from '../../kit/table/table-types.ts';
import { useAddress } from '../use-address.ts';

const spans = ['7', '30', '90', '365', 'own'] as const;
const usual = '30';

export interface ChartRange {
  /** What is shown, by the site's calendar. */
  readonly span: DaySpan;
  readonly isCompared: boolean;
}

interface Chosen extends ChartRange {
  readonly chosen: (typeof spans)[number];
  /** Days as they were chosen, whether or not they are a span already; those that are shown when they are too many. */
  readonly own: DayRange;
  /** More days were asked for than are shown at once. */
  readonly isCut: boolean;
}

/** The days that charts of a page show and whether with those before, as its address says: `?days=&from=&to=&compare=`. */
export function useChartRange(): Chosen {
  const [params] = useAddress();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const today = dayIn(now, timeZone);
  const chosen = spans.find((one) => one === params.get('days')) ?? usual;
  const [from, to] = [params.get('from'), params.get('to')];
  const last = isRangeDay(to) && to < today ? to : today;
  const isOwn = chosen === 'own' && isRangeDay(from) && from <= last;
  const span = isOwn
    ? atMostDays({ from, to: last }, maxTrendDays, 'to')
    : { from: firstOfLastDays(Number(chosen === 'own' ? usual : chosen), now, timeZone), to: today };
  const isCut = isOwn && span.from !== from;
  return { chosen, span, own: isCut ? span : { from, to }, isCut, isCompared: params.get('compare') !== 'off' };
}

/** Chooses them: usual spans that end today or two days of the person's own, and the period before beside them. */
export function ChartRangeBar() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { chosen, span, own, isCut, isCompared } = useChartRange();
  const [, change] = useAddress();
  return (
    <div className="chart-range">
      <div className="chart-spans" role="group" aria-label={t('chart-period')}>
        {spans.map((value) => (
          <button
            key={value}
            type="button"
            className="filter-chip"
            aria-pressed={value === chosen}
            onClick={() =>
              change(
                { days: value === usual ? null : value, ...(value === 'own' ? span : { from: null, to: null }) },
                true,
              )
            }
          >
            {value === 'own'
              ? t('range-own')
              : value === '365'
                ? t('chart-last-months', { n: number(12) })
                : t('home-last-days', { n: number(Number(value)) })}
          </button>
        ))}
      </div>
      {chosen === 'own' ? (
        <DayFields
          label={t('range-own')}
          from={own.from}
          to={own.to}
          onChange={(range) => change({ ...shownOf(range, own.from, span.to) }, true)}
        />
      ) : null}
      <button
        type="button"
        className="filter-chip"
        aria-pressed={isCompared}
        onClick={() => change({ compare: isCompared ? 'off' : null }, true)}
      >
        {t('chart-compare')}
      </button>
      {isCut ? <small className="muted">{t('chart-most-days', { n: number(maxTrendDays) })}</small> : null}
    </div>
  );
}

/** No more days than are shown at once: the other end follows the one that was chosen. */
function shownOf({ from, to }: DayRange, fromBefore: string | null, last: string): DayRange {
  if (!isRangeDay(from)) return { from, to };
  const span = { from, to: isRangeDay(to) ? to : last };
  const shown = atMostDays(span, maxTrendDays, from === fromBefore ? 'to' : 'from');
  return shown === span ? { from, to } : shown;
}
