import type { CardEntry } from '@backlot/contracts/cards';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** Whether a card is typed on our page or on the provider's, which the payer is led to; undefined until that is known. */
export function useCardEntry(): Static<typeof CardEntry> | undefined {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.cardEntry(id),
    queryFn: async ({ signal }) => (await api('GET /api/v2/card-field', { query: {}, signal })).data.entry,
    staleTime: Infinity,
  }).data;
}
