import { queryKeys } from '@backlot/contracts/bootstrap';
import type { MeView } from '@backlot/contracts/accounts';
import type { Frame, ServerEvents } from '@backlot/contracts/events';
import type { QueryClient } from '@tanstack/react-query';
import { purchaseKey } from '../calls/purchase-state.ts';
import { refreshPost } from '../lib/post-cache.ts';
import { settingsKey } from '../lib/site.tsx';

type Handlers = { [E in keyof ServerEvents]?: (data: ServerEvents[E]) => void };

/** What an event changes in what is on screen. Events of the past change nothing that a fresh page does not know. */
export function applyEvent({ event, data }: Frame, queries: QueryClient, site: string): void {
  const again = (...keys: (readonly unknown[])[]): void => { for (const queryKey of keys) void queries.invalidateQueries({ queryKey }); };
  const handlers: Handlers = {
    UNREAD_COUNT: (counts) => { queries.setQueryData<MeView | null>(queryKeys.me(site), (me) => me && { ...me, ...counts }); },
    POST_READY: ({ postId }) => { postChanged(postId); },
    POST_FAILED: ({ postId }) => { postChanged(postId); },
    // The creator area's queue of uploads listens.
    MEDIA_STATE: (detail) => { document.dispatchEvent(new CustomEvent('media-state', { detail })); },
    MEDIA_PROGRESS: (detail) => { document.dispatchEvent(new CustomEvent('media-progress', { detail })); },
    PURCHASE_SETTLED: ({ intentId, kind, contentId }) => {
      again(purchaseKey(site, intentId), queryKeys.cards(site));
      if (kind === 'post' && contentId !== null) {
        void refreshPost(queries, site, contentId);
        again([site, 'gallery'], [site, 'purchases']);
      }
      if (kind === 'membership') again(queryKeys.me(site), queryKeys.quote(site));
    },
    MEMBERSHIP_CHANGED: () => again(queryKeys.me(site), queryKeys.quote(site), [site, 'feed'], [site, 'post'], [site, 'gallery'], settingsKey(site)),
    SETTINGS_CHANGED: () => again(settingsKey(site), queryKeys.quote(site)),
  };
  function postChanged(id: string): void {
    void refreshPost(queries, site, id);
    again([site, 'feed'], [site, 'studio-posts'], [site, 'studio-home'], [site, 'locked-contents'], queryKeys.tags(site));
  }
  (handlers[event as keyof ServerEvents] as ((data: unknown) => void) | undefined)?.(data);
}
