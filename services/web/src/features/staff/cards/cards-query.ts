import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { useToast } from '../../../components/toasts.tsx';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { isLast4 } from '../lookup/parse-filters.ts';

type Query = CallMap['GET /api/reports/cards']['query'];

export const cardsTable = {
  sorts: ['date', 'expires'],
  filters: { last4: null, state: ['all', 'valid', 'expiring', 'expired', 'barred'] },
  panel: 'card',
} as const satisfies TableSpec<string, FilterSpec>;
export type CardsList = TableList<(typeof cardsTable)['sorts'][number], (typeof cardsTable)['filters']>;

/** What the server is asked for. */
export const cardFiltersOf = ({ search, filters: { last4, state }, sorting }: CardsList): Omit<Query, 'page_num'> => ({
  state,
  sort: sorting.column,
  direction: sorting.direction,
  ...(search === '' ? {} : { search }),
  ...(last4 !== null && isLast4(last4) ? { last4 } : {}),
});

export function useStoredCards(list: CardsList) {
  const { id } = useSite();
  const query: Query = { page_num: list.page, ...cardFiltersOf(list) };
  return useQuery({
    queryKey: [id, 'stored-cards', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/cards', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Takes a fan's card off file; a refusal is the caller's to show. */
export function useRemoveCard(onDone: () => void) {
  const toast = useToast();
  const queries = useQueryClient();
  const { id } = useSite();
  return useMutation({
    mutationFn: (cardId: string) => api('POST /api/admin/remove-card', { body: { card_id: cardId } }),
    onSuccess: ({ message }) => {
      toast({ text: message ?? '', tone: 'good' });
      onDone();
    },
    // A refusal may mean that somebody was faster: the list says how it stands.
    onSettled: () => void queries.invalidateQueries({ queryKey: [id, 'stored-cards'] }),
  });
}
