import { useTranslation } from 'react-i18next';
import { ChartCard, ChartKey } from '../../components/studio/charts/chart-card.tsx';
import { StackedBars } from '../../components/studio/charts/stacked-bars.tsx';
import { useFormats, useSite } from '../../lib/site.tsx';
import type { Earnings } from './home-data.ts';

interface MonthProps { readonly earnings: Earnings; readonly isTable: boolean; readonly onTable: (isTable: boolean) => void }

/** Thirty days, a bar each. */
export function MoneyMonth({ earnings: { days, thirty_days: sum }, isTable, onTable }: MonthProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { language } = useSite();
  // A day of the site's calendar, not an instant: noon keeps it the same day in every zone.
  const short = (date: string): string => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(new Date(`${date.slice(0, 10)}T12:00`));
  const marks = [0, 10, 20].filter((index) => index < days.length);
  return (
    <ChartCard
      title={t('home-last-days', { n: formats.number(30) })} isTable={isTable} onTable={onTable}
      head={<><span className="muted">{t('home-after-refunds', { amount: formats.money(sum) })}</span><ChartKey entries={[{ label: t('transaction-membership'), tone: 1 }, { label: t('home-unlocks'), tone: 2 }]} /></>}
      table={{
        columns: [t('column-date'), t('transaction-membership'), t('home-unlocks')],
        rows: days.map((day) => [short(day.date), formats.money(day.membership), formats.money(day.post)]).reverse(),
      }}
      chart={(
        <StackedBars
          bars={days.map((day) => ({ label: day.date, title: `${short(day.date)}: ${formats.money(day.membership + day.post)}`, parts: [Math.max(0, day.membership), Math.max(0, day.post)] }))}
          axis={[...marks.map((index) => ({ at: index / days.length, label: short(days[index]?.date ?? '') })), ...(days.length > 0 ? [{ at: (days.length - 2.2) / days.length, label: t('date-today') }] : [])]}
        />
      )}
    />
  );
}
