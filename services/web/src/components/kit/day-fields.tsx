import { dayIn } from '@backlot/domain/formats/dates';
import { earliestDay, isRangeDay } from '@backlot/domain/formats/range-day';
import { useId, useRef, useState } from 'react';
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

interface OneDayProps extends Pick<DayFieldProps, 'label' | 'day' | 'onChange'> {
  /** Shown under the field, which is then marked as wrong. */
  readonly error?: string | null;
}

/** One day by the site's clock. */
export function OneDay({ error = null, ...field }: OneDayProps) {
  const id = useId();
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return (
    <>
      <span className="day-range">
        <DayField
          {...field}
          min={earliestDay}
          max={dayIn(now, timeZone)}
          {...(error === null ? {} : { wrongFor: id })}
        />
      </span>
      {error === null ? null : (
        <p id={id} className="form-wrong">
          {error}
        </p>
      )}
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly min: string;
  readonly max: string;
  readonly onChange: (day: string | null) => void;
  /** What says that it is wrong. */
  readonly wrongFor?: string;
}

/**
 * Tells whole days within its bounds. On the way to the day that is meant, typing makes others, such as the year 2020 of
 * 2026: what is typed counts when the field is left, or on Enter. A day from the calendar counts at once.
 */
function DayField({ label, day, min, max, onChange, wrongFor }: DayFieldProps) {
  const [typed, setTyped] = useState({ over: day, text: day ?? '' });
  const text = typed.over === day ? typed.text : (day ?? '');
  const fits = (value: string): boolean => isRangeDay(value) && value >= min && value <= max;
  const isTyping = useRef(false);
  /** What is half typed or beyond the bounds changes nothing. An empty value may also be a day of which a part is missing. */
  const tell = ({ value, validity }: HTMLInputElement): boolean => {
    if (value === (day ?? '') || !(fits(value) || (value === '' && !validity.badInput))) return false;
    onChange(value === '' ? null : value);
    return true;
  };
  return (
    <label>
      {label}
      <input
        type="date"
        value={text}
        min={min}
        max={max}
        aria-invalid={wrongFor !== undefined || (text !== '' && !fits(text)) || undefined}
        aria-describedby={wrongFor}
        onPointerDown={() => {
          isTyping.current = false;
        }}
        onKeyDown={({ key, currentTarget }) => {
          isTyping.current = key !== 'Enter';
          if (key === 'Enter') tell(currentTarget);
        }}
        onChange={({ target }) => {
          setTyped({ over: day, text: target.value });
          if (!isTyping.current) tell(target);
        }}
        onBlur={({ target }) => {
          isTyping.current = false;
          if (!tell(target)) setTyped({ over: day, text: day ?? '' });
        }}
      />
    </label>
  );
}
