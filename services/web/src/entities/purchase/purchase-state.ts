import type { PurchaseView } from '@backlot/contracts/purchases';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export const purchaseKey = (site: string, intentId: string) => [site, 'purchase', intentId] as const;

/** Milliseconds to the next question: quick at first, then ever slower, since the socket tells as well. */
const pause = (asked: number): number => Math.min(30_000, 1500 * 1.4 ** asked);

/** How a purchase stands, asked again until it is settled. */
export const usePurchaseState = (intentId: string | null): PurchaseView | null => usePurchase(intentId).purchase;

/** As `usePurchaseState`, with what became of asking. */
export function usePurchase(intentId: string | null): {
  readonly purchase: PurchaseView | null;
  readonly isError: boolean;
  readonly retry: () => void;
} {
  const { id } = useSite();
  const { data, isError, refetch } = useQuery({
    queryKey: purchaseKey(id, intentId ?? ''),
    queryFn: async ({ signal }) =>
      (await api('GET /api/v2/purchase/state', { query: { intent_id: intentId ?? '' }, signal })).data,
    enabled: intentId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'pending' ? false : pause(state.dataUpdateCount + state.errorUpdateCount),
    refetchIntervalInBackground: true,
  });
  return { purchase: data ?? null, isError, retry: () => void refetch() };
}
