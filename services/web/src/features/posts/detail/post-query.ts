import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { findCachedPost } from '../../../entities/post/post-cache.ts';
import { useSite } from '../../../lib/site.tsx';

/** Milliseconds after which a post whose payment is running is asked for again; the socket mostly tells sooner. */
const settlingMs = 8000;

/** One post; what the feed knows of it is shown at once, the rest (a card has its first pictures only) comes after. */
export function usePost(id: string) {
  const { id: site } = useSite();
  const queries = useQueryClient();
  return useQuery({
    queryKey: queryKeys.post(site, id),
    queryFn: async ({ signal }) => (await api('GET /api/blog/get-blog-data-by-id', { query: { id }, signal })).data,
    initialData: () => findCachedPost(queries, site, id),
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (state.data?.paymentProcessing ? settlingMs : false),
  });
}
