import type { MeView } from '@backlot/contracts/accounts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { CallMap } from '@backlot/contracts/http/calls';
import type { OpenItemFilters } from '@backlot/contracts/open-items';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

type Query = CallMap['GET /api/reports/open-items']['query'];

/** The list as the address says. The server sorts it: who waits longest comes first. */
export const openItemsTable = {
  sorts: ['date'],
  filters: {
    state: ['open', 'settled'],
    kind: [
      'all',
      'refund_owed',
      'reversal_held',
      'payment_held',
      'payment_unknown',
      'series_unended',
      'owed_by_fan',
      'webhook_unapplied',
      'crypto_blocked',
      'crypto_double_spent',
      'crypto_unresolved',
      'crypto_returned',
    ],
  },
  panel: 'item',
} as const satisfies TableSpec<string, FilterSpec>;
export type OpenItemsList = Pick<TableList<'date', (typeof openItemsTable)['filters']>, 'page' | 'search' | 'filters'>;

/** Which items: of a page, and of a file. */
export const openItemFiltersOf = ({
  search,
  filters: { state, kind },
}: Omit<OpenItemsList, 'page'>): OpenItemFilters => ({
  state,
  ...(kind === 'all' ? {} : { kind }),
  ...(search === '' ? {} : { search }),
});

export function useOpenItems({ page, ...rest }: OpenItemsList) {
  const { id } = useSite();
  const queries = useQueryClient();
  const query: Query = { page_num: page, ...openItemFiltersOf(rest) };
  const asked = useQuery({
    queryKey: [id, 'open-items', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/open-items', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
  const open = asked.data?.open;
  // The menu's number is the list's.
  useEffect(() => {
    if (open === undefined) return;
    queries.setQueryData<MeView | null>(queryKeys.me(id), (me) => me && { ...me, openItemsCount: open });
  }, [open, queries, id]);
  return asked;
}
