import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

/** Where the provider serves its field for number, expiry and cvv. */
export function useCardFieldAddress() {
  const { id, language } = useSite();
  return useQuery({
    queryKey: [id, 'card-field', language],
    queryFn: async ({ signal }) => (await api('GET /api/v2/card-field', { query: { language }, signal })).data,
    staleTime: Infinity,
  });
}
