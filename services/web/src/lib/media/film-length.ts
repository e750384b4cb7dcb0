import { cardDuration } from '@backlot/domain/formats/dates';
import { useTranslation } from 'react-i18next';
import { useSite } from '../site.tsx';

/** `2:10`, `1:02:10`; seconds in. */
export function filmClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** POST-035: a film's length on a card, below a minute in seconds, else in minutes; and as a screen reader says it. */
export function useFilmLength(): (seconds: number) => { readonly short: string; readonly spoken: string } {
  const { t } = useTranslation();
  const { language } = useSite();
  return (seconds) => {
    const { id, count } = cardDuration(seconds);
    const short =
      id === 'duration-seconds'
        ? new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(count)
        : filmClock(Math.round(seconds));
    return { short, spoken: t(id, { count }) };
  };
}
