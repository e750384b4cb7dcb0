import type { LibraryMedia } from '@backlot/contracts/library';
import { useEffect, useRef } from 'react';
import { useLibraryCache } from './library-query.ts';

/** Told by the server's events to whoever uploaded a file; others ask now and then. */
const askEveryMs = 6000;

/** Keeps the states of the files in a list true while they are processed. */
export function useLibraryEvents(media: readonly LibraryMedia[]): void {
  const cache = useLibraryCache();
  const known = useRef(media);
  known.current = media;
  const isWaiting = media.some(({ state }) => state === 'processing');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onState = (): void => {
      clearTimeout(timer);
      timer = setTimeout(cache.lookAgain, 150);
    };
    const onProgress = (event: Event): void => {
      const { mediaId, progress } = (event as CustomEvent<{ mediaId: string; progress: number }>).detail;
      if (known.current.some(({ _id, state }) => _id === mediaId && state === 'processing'))
        cache.patch(mediaId, { progress });
    };
    document.addEventListener('media-state', onState);
    document.addEventListener('media-progress', onProgress);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('media-state', onState);
      document.removeEventListener('media-progress', onProgress);
    };
  }, [cache]);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') cache.lookAgain();
    }, askEveryMs);
    return () => clearInterval(timer);
  }, [cache, isWaiting]);
}
