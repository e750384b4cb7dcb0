import { useEffect, useState } from 'react';
import { mediaProgressEvent } from '../../../entities/upload/watch-processing.ts';

/** How far films in the making are together, as the server tells it: 1 for each that would be done. */
export function useMediaProgress(ids: readonly string[]): number {
  const [percents, setPercents] = useState<Readonly<Record<string, number>>>({});
  const wanted = ids.join(' ');
  useEffect(() => {
    if (wanted === '') return undefined;
    const onProgress = (event: Event): void => {
      const { mediaId, progress } = (event as CustomEvent<{ mediaId: string; progress: number }>).detail;
      if (wanted.includes(mediaId)) setPercents((before) => ({ ...before, [mediaId]: progress }));
    };
    document.addEventListener(mediaProgressEvent, onProgress);
    return () => document.removeEventListener(mediaProgressEvent, onProgress);
  }, [wanted]);
  return ids.reduce((sum, id) => sum + (percents[id] ?? 0) / 100, 0);
}
