import { dayIn, firstOfLastDays } from '@backlot/domain/formats/dates';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useTimeZone } from '../../lib/site.tsx';
import { DayFields } from './day-fields.tsx';
import { Select, type SelectOption } from './select.tsx';
import type { DayRange } from './table/table-types.ts';

interface DayRangeProps extends DayRange {
  readonly label: string;
  /** One of the options; `own` opens the two fields. */
  readonly chosen: string;
  readonly options: readonly SelectOption<string>[];
  readonly onChange: (chosen: string, range: DayRange) => void;
}

const open: DayRange = { from: null, to: null };
/** What the fields show first: the last so many days. */
const firstDays = 30;

/** Days by the site's clock, whose zone is named: a span that ends today, or two days that the person names. */
export function DayRangeField({ label, chosen, options, from, to, onChange }: DayRangeProps) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const today = dayIn(now, timeZone);
  const choose = (next: string): void =>
    onChange(next, next === 'own' ? { from: firstOfLastDays(firstDays, now, timeZone), to: today } : open);
  return (
    <>
      <Select isInline label={label} value={chosen} options={options} onChange={choose} />
      {chosen === 'own' ? (
        <DayFields label={label} from={from} to={to} onChange={(range) => onChange('own', range)} />
      ) : null}
    </>
  );
}
