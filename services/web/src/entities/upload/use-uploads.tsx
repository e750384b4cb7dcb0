import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../lib/site.tsx';
import { hasArrived, type UploadItem, type UploadProblem } from './upload-item.ts';
import { openUploadQueue, type UploadQueue } from './upload-queue.ts';

const QueueContext = createContext<UploadQueue | null>(null);

/** One queue a person, above all screens of the creator area. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const [queue] = useState(() => openUploadQueue(userId));
  return <QueueContext value={queue}>{children}</QueueContext>;
}

export function useUploadQueue(): UploadQueue {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error('No UploadsProvider above.');
  return queue;
}

export function useUploads(): readonly UploadItem[] {
  const queue = useUploadQueue();
  return useSyncExternalStore(queue.subscribe, queue.items, queue.items);
}

/** What went wrong with a file, as the specification puts it. */
export function useProblemText(): (problem: UploadProblem) => string {
  const { t, i18n } = useTranslation();
  return (problem) => {
    if (problem.message) return problem.message;
    return i18n.exists(problem.code)
      ? t(problem.code as 'upload-image-error', problem.params ?? {})
      : t('upload-image-error');
  };
}

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

interface UploadProgress {
  /** It has to be told as wrong: what waits for a connection is told once for all. */
  readonly isWrong: boolean;
  /** From 0 to 1, of its sending or of its processing; null where there is nothing to measure. */
  readonly share: number | null;
  /** The time that it still takes, as a text; empty while nobody knows. */
  readonly left: string;
}

/** What is drawn of a file's way beside its status. */
export function useUploadProgress(item: UploadItem): UploadProgress {
  const timeLeft = useTimeLeft();
  const isSending = item.phase === 'sending';
  return {
    isWrong: item.problem !== null && !hasArrived(item) && item.phase !== 'offline',
    share: isSending
      ? item.sent / Math.max(1, item.size)
      : item.phase === 'processing' && item.processed
        ? item.processed / 100
        : null,
    left: isSending ? timeLeft([item]) : '',
  };
}
