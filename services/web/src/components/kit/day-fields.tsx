import { dayIn } from '@backlot/domain/formats/dates';
import { earliestDay, isRangeDay } from '@backlot/domain/formats/range-day';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useFormats, useTimeZone } from '../../lib/site.tsx';
import type { DayRange } from './table/table-types.ts';

interface DayFieldsProps extends DayRange {
  readonly label: string;
  readonly onChange: (range: DayRange) => void;
}

/** From one day to another by the site's clock, whose zone is named. */
export function DayFields({ label, from, to, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const today = dayIn(now, timeZone);
  return (
    <span className="day-range" role="group" aria-label={label}>
      <DayField
        label={t('range-from')}
        day={from}
        min={earliestDay}
        max={to ?? today}
        onChange={(day) => onChange({ from: day, to })}
      />
      <DayField
        label={t('range-to')}
        day={to}
        min={from ?? earliestDay}
        max={today}
        onChange={(day) => onChange({ from, to: day })}
      />
      <small>{formats.zone(now)}</small>
    </span>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly min: string;
  readonly max: string;
  readonly onChange: (day: string | null) => void;
}

/** Tells whole days within its bounds; what is half typed or beyond them is marked, and gone when the field is left. */
function DayField({ label, day, min, max, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ over: day, text: day ?? '' });
  const text = typed.over === day ? typed.text : (day ?? '');
  const fits = (value: string): boolean => isRangeDay(value) && value >= min && value <= max;
  return (
    <label>
      {label}
      <input
        type="date"
        value={text}
        min={min}
        max={max}
        aria-invalid={(text !== '' && !fits(text)) || undefined}
        onChange={({ target: { value, validity } }) => {
          setTyped({ over: day, text: value });
          if (fits(value)) onChange(value);
          // An empty value may also be a day of which a part is missing yet.
          else if (value === '' && !validity.badInput) onChange(null);
        }}
        onBlur={() => setTyped({ over: day, text: day ?? '' })}
      />
    </label>
  );
}
