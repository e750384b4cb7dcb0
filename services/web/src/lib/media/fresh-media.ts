import type { QueryClient } from '@tanstack/react-query';

/** Milliseconds within which one renewal is enough: a page of pictures is refused at once. */
const pauseMs = 60_000;
const eventName = 'media-refused';
/** Lists with addresses that expire an hour or two after they were given. */
const lists: ReadonlySet<unknown> = new Set(['feed', 'post', 'gallery', 'purchases', 'waiting-posts']);

/** A picture did not come: its address is too old, or the connection is gone. */
export const tellRefusedMedia = (): unknown => document.dispatchEvent(new Event(eventName));

/** A page that was left open for hours asks for new addresses when the first old one is refused. Answers how to end it. */
export function renewRefusedMedia(target: EventTarget, queries: QueryClient, site: string): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const renew = (): void => {
    if (performance.now() - last < pauseMs) return;
    last = performance.now();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === site && lists.has(queryKey[1]) });
  };
  target.addEventListener(eventName, renew);
  return () => target.removeEventListener(eventName, renew);
}
