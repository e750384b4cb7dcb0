import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/hooks/use-now.ts';

/** WAL-10: the rest of the quote's 15 minutes; afterwards what that means. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const now = useNow(1_000);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1_000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className="crypto-time figures" data-over={seconds === 0 || undefined}>
      {seconds === 0 ? t('crypto-time-over') : t('crypto-time-left', { time })}
    </p>
  );
}
