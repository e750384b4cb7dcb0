import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.tsx';

interface CountdownProps {
  /** ISO. */
  readonly endsAt: string;
  readonly onEnd: () => void;
}

/** 'Ends in' and the time that is left. It alone is drawn again each second, and nobody hears it tick. */
export function Countdown({ endsAt, onEnd }: CountdownProps) {
  const { t } = useTranslation();
  const { language } = useSite();
  const end = Date.parse(endsAt);
  const [left, setLeft] = useState(() => end - Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const remaining = end - Date.now();
      if (remaining <= 0) return onEnd();
      setLeft(remaining);
      // On the second, however late the last one came.
      timer = setTimeout(tick, remaining % 1000 || 1000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [end, onEnd]);
  return (
    <span className="ribbon-time">
      {t('ribbon-ends-in')}{' '}
      <time dateTime={endsAt} role="timer" aria-live="off" suppressHydrationWarning>
        {durationText(left, language)}
      </time>
    </span>
  );
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `2d 4h 5m 6s`, from the largest unit that is left on. */
export function durationText(ms: number, language: string): string {
  let seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0 || parts.length > 0 || unit === 'second') parts.push(inUnit(language, unit, count));
  }
  return parts.join(' ');
}

const made = new Map<string, Intl.NumberFormat>();

function inUnit(language: string, unit: string, count: number): string {
  const key = `${language} ${unit}`;
  let format = made.get(key);
  if (!format)
    made.set(key, (format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' })));
  return format.format(count);
}
