import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { takingOf } from '../../../entities/purchase/card-entry.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

/** Where the provider serves its field for number, expiry and cvv. */
export function useCardFieldAddress() {
  const { id, language } = useSite();
  const queries = useQueryClient();
  return useQuery({
    queryKey: [id, 'card-field', language],
    queryFn: async ({ signal }) => {
      const { src, origin, ...taking } = (await api('GET /api/v2/card-field', { query: { language }, signal })).data;
      // The site may have moved to the provider's page since this one was opened.
      queries.setQueryData(queryKeys.cardEntry(id), takingOf(taking));
      return src === null || origin === null ? null : { src, origin };
    },
    staleTime: Infinity,
  });
}
