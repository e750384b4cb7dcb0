import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadItem, UploadProblem } from './upload-item.ts';
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
