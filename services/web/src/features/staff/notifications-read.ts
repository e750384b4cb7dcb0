import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { useMe, useSite } from '../../lib/site.tsx';

const numberOf = {
  purchased: 'purchasedNotificationUnreadCount',
  subscription: 'subscriptionNotificationUnreadCount',
} as const;

/**
 * On the list of purchases or of members: its new ones are looked at, those too that come while it is open.
 * @param shown brings them on screen first; false where it could not
 */
export function useNotificationsRead(kind: keyof typeof numberOf, shown?: () => Promise<boolean>): void {
  const queries = useQueryClient();
  const { id } = useSite();
  const count = useMe()?.[numberOf[kind]] ?? 0;
  const { mutate } = useMutation({
    mutationFn: () => api('POST /api/notifications/read', { body: { kind } }),
    // Nobody waits for it and nobody is told: it is asked again here, and at the next look at the list.
    retry: 3,
    onSuccess: () =>
      queries.setQueryData<MeView | null>(
        queryKeys.me(id),
        (me) => me && { ...me, [numberOf[kind]]: 0, totalUnreadCount: me.totalUnreadCount - me[numberOf[kind]] },
      ),
  });
  const bring = useEffectEvent(async () => (shown === undefined ? true : shown()));
  useEffect(() => {
    if (count === 0) return;
    let isHere = true;
    void bring().then((isShown) => {
      if (isHere && isShown) mutate();
    });
    return () => {
      isHere = false;
    };
  }, [count, mutate]);
}
