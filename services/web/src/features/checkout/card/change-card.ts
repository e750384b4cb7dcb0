import { queryKeys } from '@backlot/contracts/bootstrap';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

/** Chooses or removes a stored card; the answer is the list as it then is. */
export function useChangeCard(call: 'POST /api/ccbill/set-primary-card' | 'POST /api/ccbill/remove-card') {
  const queries = useQueryClient();
  const { id } = useSite();
  return useMutation({
    mutationFn: async (cardId: string) => (await api(call, { body: { card_id: cardId } })).data,
    onSuccess: (cards) => {
      queries.setQueryData(queryKeys.cards(id), cards);
    },
    // Another page may have changed them.
    onError: () => queries.invalidateQueries({ queryKey: queryKeys.cards(id) }),
  });
}
