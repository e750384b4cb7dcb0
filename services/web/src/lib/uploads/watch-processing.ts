import type { UploadView } from '@backlot/contracts/uploads';
import { api } from '../api.ts';
import type { UploadItem } from './upload-item.ts';

/** Told by the server's event; asking is for those that were missed. */
export const mediaStateEvent = 'media-state';

const firstPause = 1200;
const longestPause = 8000;

/** Asks how far files at the server have come until none is left. `look` starts it; more calls do no harm. */
export function watchProcessing(items: () => readonly UploadItem[], tell: (views: readonly UploadView[]) => void): { look: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let pause = firstPause;
  let isAsking = false;
  const waiting = (): string[] => items().flatMap(({ phase, mediaId, preview }) => (mediaId !== null && (phase === 'processing' || (phase === 'ready' && preview === null)) ? [mediaId] : []));
  let hopeless: ReadonlySet<string> = new Set();

  async function ask(): Promise<void> {
    timer = null;
    const ids = waiting().filter((id) => !hopeless.has(id)).slice(0, 100);
    if (ids.length === 0) return;
    isAsking = true;
    try {
      const { data } = await api('POST /api/upload/states', { body: { ids } });
      // Ready without a small picture, or not known any more: asking again brings nothing.
      const settled = (id: string): boolean => {
        const view = data.find(({ _id }) => _id === id);
        return !view || (view.state === 'ready' && view.thumbnail_url === null);
      };
      hopeless = new Set([...hopeless, ...ids.filter(settled)]);
      tell(data);
    } catch {
      // Asked again below.
    }
    isAsking = false;
    pause = Math.min(longestPause, pause * 1.4);
    schedule(pause);
  }
  function schedule(after: number): void {
    if (timer !== null || waiting().every((id) => hopeless.has(id))) return;
    timer = setTimeout(() => void ask(), after);
  }
  document.addEventListener(mediaStateEvent, () => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void ask(), 50);
  });
  return {
    look: () => {
      if (timer !== null || isAsking) return;
      pause = firstPause;
      schedule(items().some(({ phase, preview }) => phase === 'ready' && preview === null) ? 50 : firstPause);
    },
  };
}
