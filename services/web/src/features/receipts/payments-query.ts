import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** One's own payments, a page after the other; asked for again whenever the list is opened. */
export function usePayments() {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [site, 'payments'],
    queryFn: async ({ pageParam, signal }) =>
      (await api('GET /api/payments/mine', { query: pageParam === null ? {} : { after: pageParam }, signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** `isAbsent`: there is none, or it is another's. */
export function useReceipt(id: string) {
  const { id: site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: [site, 'receipt', id],
    queryFn: async ({ signal }) => (await api('GET /api/payments/:id/receipt', { params: { id }, signal })).data,
    staleTime: 0,
  });
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return { receipt: data, isAbsent, isError: error !== null, retry: refetch };
}
