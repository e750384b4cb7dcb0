import { queryKeys } from '@backlot/contracts/bootstrap';
import type { ConnectionEvent, Frame, ServerEvents } from '@backlot/contracts/events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/toasts.tsx';
import type { EventHandlers, EventToast, Feature, LivePage } from '../../lib/feature.ts';
import { knownSettingsVersion } from '../../lib/settings-version.ts';
import { currentToken, dropToken } from '../../lib/storage/session-token.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import type { FanFeatures } from '../fan-features.ts';
import type { StudioFeatures } from '../studio-features.ts';

/**
 * Keeps what is on screen true for a signed-in person. Its code and the connection come after the first picture, and
 * nothing waits for them; guests have neither.
 */
export function LiveUpdates({ features }: { features: readonly Feature[] }) {
  const { id: site, currency } = useSite();
  const userId = useMe()?._id ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation();
  // Whoever logs in later is told by calls of that time what is so.
  const broughtBy = useRef(userId);
  const now = useRef({ t, toast });
  now.current = { t, toast };
  useEffect(() => {
    if (userId === null) return undefined;
    const since = broughtBy.current === userId ? performance.timeOrigin : Date.now();
    let isGone = false;
    let end = (): void => {};
    const leave = (): void => {
      dropToken();
      queries.setQueryData(queryKeys.me(site), null);
    };
    void Promise.all([
      import('../../lib/live/socket.ts'),
      import('../../lib/live/last-event.ts'),
      loadHandlers(features),
    ]).then(([socket, last, handlers]) => {
      if (isGone) return;
      end = socket.openSocket({
        token: currentToken,
        lastId: () => last.lastEventOf(userId, since),
        settingsVersion: knownSettingsVersion,
        keepLastId: (id) => last.keepLastEvent(userId, id),
        onRefused: leave,
        onFrame: (frame) => {
          // This session's socket is closed now. With a new token (one's own change of password) it connects again; without, it is refused.
          if (frame.event === 'SESSION_ENDED') return undefined;
          const page = { queries, site, currency, t: now.current.t };
          for (const told of applyEvent(handlers, frame, page)) now.current.toast(told);
          return undefined;
        },
      });
    });
    return () => {
      isGone = true;
      broughtBy.current = null;
      end();
    };
  }, [userId, site, currency, queries, features]);
  return null;
}

/** What each feature does about the events that it has a part in. */
export const loadHandlers = (features: readonly Feature[]): Promise<readonly EventHandlers[]> =>
  Promise.all(features.flatMap(({ events }) => events?.() ?? []));

/**
 * What an event changes in what is on screen, and what is to be told of it. Events of the past change nothing that a
 * fresh page does not know.
 */
export function applyEvent(
  handlers: readonly EventHandlers[],
  { event, data }: Frame,
  page: LivePage,
): readonly EventToast[] {
  return handlers.flatMap((own) => {
    const handle = own[event as keyof ServerEvents] as
      | ((data: unknown, page: LivePage) => EventToast | null)
      | undefined;
    return handle?.(data, page) ?? [];
  });
}

type HandledBy<F> = F extends { readonly events: () => Promise<infer Handlers> } ? keyof Handlers : never;
/** Compiles as long as there is none. */
export type None<Left extends never> = Left;
/** Every event that the server sends has a handler in a feature, or belongs to the connection. */
export type Unhandled = None<
  Exclude<keyof ServerEvents, ConnectionEvent | HandledBy<FanFeatures[number] | StudioFeatures[number]>>
>;
