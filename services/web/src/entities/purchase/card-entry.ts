import type { CardTaking } from '@backlot/contracts/cards';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** Whether a card is typed on our page or on the provider's, which the payer is led to; undefined until that is known. */
export const useCardEntry = (): CardTaking['entry'] | undefined => useCardTaking()?.entry;

/** What becomes of a card that is typed now; undefined until that is known. */
export function useCardTaking(): CardTaking | undefined {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.cardEntry(id),
    queryFn: async ({ signal }) => takingOf((await api('GET /api/v2/card-field', { query: {}, signal })).data),
    staleTime: Infinity,
  }).data;
}

/** What of an answer tells it. */
export const takingOf = ({ entry, keeps_cards }: CardTaking): CardTaking => ({ entry, keeps_cards });
