import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.tsx';
import type { UploadItem } from './upload-item.ts';
import { useProblemText, useUploadQueue } from './use-uploads.tsx';

/** How far a file has come, as the specification puts it. */
export function useUploadStatus(): (item: UploadItem) => string {
  const { t } = useTranslation();
  const { language } = useSite();
  const problemText = useProblemText();
  const megabytes = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (item) => {
    if (item.isElsewhere && item.phase !== 'sending') return t('upload-elsewhere');
    switch (item.phase) {
      // Why is said once for all of them.
      case 'offline':
        return t('tray-offline');
      case 'waiting':
        return t('upload-state-waiting');
      case 'sending':
        return t('upload-state-uploading', {
          loaded: megabytes.format(item.sent / 1e6),
          total: megabytes.format(item.size / 1e6),
        });
      case 'processing':
        return item.processed
          ? `${t('upload-state-processing')} ${percent.format(item.processed / 100)}`
          : t('upload-state-processing');
      case 'ready':
        return t('upload-state-uploaded');
      case 'lost':
        return t('upload-state-stopped');
      default:
        return item.problem ? problemText(item.problem) : t('upload-image-error');
    }
  };
}

/** The time that an upload still takes, as a text; empty while nobody knows. */
export function useTimeLeft(): (items: readonly UploadItem[]) => string {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  return (items) => {
    const running = items.filter(({ phase }) => phase === 'sending' || phase === 'waiting');
    const left = running.reduce((sum, { size, sent }) => sum + size - sent, 0);
    const speed = running.length === 1 ? queue.speed(running[0]?.key) : queue.speed();
    if (speed <= 0 || left <= 0) return '';
    const seconds = Math.max(1, Math.round(left / speed));
    return t('upload-time-left', {
      time:
        seconds < 90
          ? t('duration-seconds', { count: seconds })
          : t('duration-minutes', { count: Math.round(seconds / 60) }),
    });
  };
}
