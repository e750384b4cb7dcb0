import { queryKeys } from '@backlot/contracts/bootstrap';
import type { Frame, ServerEvents } from '@backlot/contracts/events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast, type Toast } from '../components/toasts.tsx';
import { isPurchaseInFront } from '../lib/purchase-in-front.ts';
import { currentToken, dropToken } from '../lib/session-token.ts';
import { useMe, useSite } from '../lib/site.tsx';
import { paths } from './paths.ts';

/**
 * Keeps what is on screen true for a signed-in person. Its code and the connection come after the first picture, and
 * nothing waits for them; guests have neither.
 */
export function LiveUpdates() {
  const { id: site } = useSite();
  const userId = useMe()?._id ?? null;
  const queries = useQueryClient();
  const toast = useToast();
  const { t } = useTranslation();
  const tell = useRef<(frame: Frame) => void>(() => {});
  tell.current = (frame) => {
    const shown = toastOf(frame, t);
    if (shown) toast(shown);
  };
  useEffect(() => {
    if (userId === null) return undefined;
    let isGone = false;
    let end = (): void => {};
    const leave = (): void => {
      dropToken();
      queries.setQueryData(queryKeys.me(site), null);
    };
    void Promise.all([import('../lib/socket.ts'), import('./apply-event.ts'), import('../lib/last-event.ts')]).then(([socket, events, last]) => {
      if (isGone) return;
      end = socket.openSocket({
        token: currentToken,
        lastId: () => last.lastEventOf(userId),
        keepLastId: (id) => last.keepLastEvent(userId, id),
        onRefused: leave,
        onFrame: (frame) => {
          // This session's socket is closed now. With a new token (one's own change of password) it connects anew; without, it is refused.
          if (frame.event === 'SESSION_ENDED') return undefined;
          events.applyEvent(frame, queries, site);
          tell.current(frame);
          return undefined;
        },
      });
    });
    return () => {
      isGone = true;
      end();
    };
  }, [userId, site, queries]);
  return null;
}

type Translate = ReturnType<typeof useTranslation>['t'];

/** Only what happened in the background is told. */
function toastOf({ event, data }: Frame, t: Translate): Toast | null {
  if (event === 'POST_READY') return { text: t('post-ready', { title: (data as ServerEvents['POST_READY']).title }), tone: 'good' };
  if (event === 'POST_FAILED') return { text: t('post-failed', { title: (data as ServerEvents['POST_FAILED']).title }), tone: 'bad' };
  if (event === 'PURCHASE_SETTLED') {
    const settled = data as ServerEvents['PURCHASE_SETTLED'];
    // The screen of the purchase says it itself.
    if (isPurchaseInFront() || (settled.kind === 'membership' && location.pathname === paths.subscribe)) return null;
    if (settled.state === 'declined') return { text: t('unlock-declined'), tone: 'bad', stays: 12_000 };
    return { text: t(settled.kind === 'post' ? 'unlock-success' : 'subscribe-success-title'), tone: 'good' };
  }
  return null;
}
