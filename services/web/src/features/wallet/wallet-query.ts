import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** One's own wallet and what moved it, a page after the other. */
export function useWallet() {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [site, 'wallet'],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /api/wallet/history', { query: pageParam === null ? {} : { after: pageParam }, signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
