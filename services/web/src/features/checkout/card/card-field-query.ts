import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext } from 'react';
import { takingOf } from '../../../entities/purchase/card-entry.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { CardTaker } from './card-taker.ts';

/** Where the provider serves its field for number, expiry and cvv. */
export function useCardFieldAddress() {
  const { id, language } = useSite();
  const queries = useQueryClient();
  const taker = useContext(CardTaker);
  const { data, isError, refetch } = useQuery({
    enabled: taker === null,
    queryKey: [id, 'card-field', language],
    queryFn: async ({ signal }) => {
      const { src, origin, ...taking } = (await api('GET /api/v2/card-field', { query: { language }, signal })).data;
      // The site may have moved to the provider's page since this one was opened.
      queries.setQueryData(queryKeys.cardEntry(id), takingOf(taking));
      return src === null || origin === null ? null : { src, origin };
    },
    staleTime: Infinity,
  });
  const { src, origin } = taker ?? { src: null, origin: null };
  return { data: src !== null && origin !== null ? { src, origin } : data, isError, refetch };
}
