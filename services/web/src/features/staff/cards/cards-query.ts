import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { useToast } from '../../../components/toasts.tsx';
import { api, ApiError } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { useErrorText } from '../../../lib/texts/error-text.ts';
import { isLast4 } from '../lookup/parse-filters.ts';

type Query = CallMap['GET /api/reports/cards']['query'];

export const cardsTable = {
  sorts: ['date', 'expires'],
  filters: { last4: null, state: ['all', 'usable', 'expiring', 'expired', 'barred'] },
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

/** Takes a fan's card off file. */
export function useRemoveCard(onDone: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const { id } = useSite();
  return useMutation({
    mutationFn: (cardId: string) => api('POST /api/admin/remove-card', { body: { card_id: cardId } }),
    onSuccess: ({ message }) => toast({ text: message ?? '', tone: 'good' }),
    onError: (error) =>
      toast({
        // The catalogue's text speaks to the card's owner.
        text:
          error instanceof ApiError && error.code === 'card-renews-membership' ? t('cards-renews') : errorText(error),
        tone: 'bad',
      }),
    onSettled: () => {
      onDone();
      void queries.invalidateQueries({ queryKey: [id, 'stored-cards'] });
    },
  });
}
