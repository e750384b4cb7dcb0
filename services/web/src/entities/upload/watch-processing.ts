import type { UploadView } from '@backlot/contracts/uploads';
import { api } from '../../lib/api.ts';
import type { EventHandlers } from '../../lib/feature.ts';
import { hasArrived, type UploadItem } from './upload-item.ts';

/** Told by the server's events; asking is for those that were missed. */
export const mediaStateEvent = 'media-state';
export const mediaProgressEvent = 'media-progress';

const firstPause = 1200;
const longestPause = 8000;

/** What changes in an item, by the server's id of its file. */
export type MediaChanges = ReadonlyMap<string, (item: UploadItem) => Partial<UploadItem>>;

/** Asks how far files at the server have come until none is left. `look` starts it; more calls do no harm. */
export function watchProcessing(
  items: () => readonly UploadItem[],
  tell: (changes: MediaChanges) => void,
): { look: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let pause = firstPause;
  let isAsking = false;
  const waiting = (): string[] =>
    items().flatMap(({ phase, mediaId, preview }) =>
      mediaId !== null && (phase === 'processing' || (phase === 'ready' && preview === null)) ? [mediaId] : [],
    );
  let hopeless: ReadonlySet<string> = new Set();

  async function ask(): Promise<void> {
    timer = null;
    const ids = waiting()
      .filter((id) => !hopeless.has(id))
      .slice(0, 100);
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
      const seen = new Map(data.map((view) => [view._id, view]));
      tell(new Map(ids.map((id) => [id, (item: UploadItem) => changeOf(seen.get(id), item)])));
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
  document.addEventListener(mediaProgressEvent, (event) => {
    const { mediaId, progress } = (event as CustomEvent<{ mediaId: string; progress: number }>).detail;
    if (items().some((item) => item.mediaId === mediaId && item.phase === 'processing'))
      tell(new Map([[mediaId, () => ({ processed: progress })]]));
  });
  return {
    look: () => {
      if (timer !== null || isAsking) return;
      pause = firstPause;
      schedule(items().some(({ phase, preview }) => phase === 'ready' && preview === null) ? 50 : firstPause);
    },
  };
}

function changeOf(view: UploadView | undefined, item: UploadItem): Partial<UploadItem> {
  // Taken out for good while somebody waited for it.
  if (!view)
    return item.phase === 'processing'
      ? { phase: 'refused', processed: null, problem: { code: 'upload-expired' } }
      : {};
  const seen: Partial<UploadItem> = {
    preview: item.preview ?? view.thumbnail_url,
    width: view.width ?? item.width,
    height: view.height ?? item.height,
    duration: view.duration ?? item.duration ?? null,
    processed: view.progress ?? item.processed ?? null,
  };
  if (view.state === 'ready') return { ...seen, phase: 'ready', sent: item.size, processed: null };
  if (view.state === 'error')
    return {
      ...seen,
      phase: 'refused',
      processed: null,
      problem: {
        code: view.error_code ?? 'upload-image-error',
        ...(view.message ? { message: view.message } : {}),
        params: { name: item.name },
      },
    };
  // The address was given but nothing came: the page was left too early.
  if (view.state === 'waiting' && hasArrived(item)) return { ...seen, phase: 'lost' };
  return seen;
}

/** The queue of uploads and whoever shows its files listen to the document. */
export const uploadEvents = {
  MEDIA_STATE: (detail) => {
    document.dispatchEvent(new CustomEvent(mediaStateEvent, { detail }));
  },
  MEDIA_PROGRESS: (detail) => {
    document.dispatchEvent(new CustomEvent(mediaProgressEvent, { detail }));
  },
} satisfies EventHandlers;
