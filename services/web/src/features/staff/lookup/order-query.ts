import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

/** Asks the provider whenever staff ask, and never by itself. */
export function useComparedCharge(number: string) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'charge-at-provider', number],
    queryFn: async ({ signal }) =>
      (await api('GET /api/reports/charge-at-provider', { query: { number }, signal })).data,
    enabled: number !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
