import type { PurchaseNotification } from '@backlot/contracts/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

export type { PurchaseNotification };

/** Who bought what, the newest first, a page after another. */
export function usePurchaseNotifications() {
  const { id } = useSite();
  return useInfiniteQuery({
    queryKey: [id, 'purchase-notifications'],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /api/purchase-notifications', { query: pageParam === null ? {} : { after: pageParam }, signal }))
        .data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
