import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { soldKinds, transactionsTable, useTransactionFilters } from '../transactions-query.ts';

type Query = CallMap['GET /api/reports/purchase-history']['query'];

/** As transactions, without lines for what went back. */
export const purchasesTable = {
  sorts: ['date', 'amount'],
  filters: {
    ...transactionsTable.filters,
    kind: ['all', ...soldKinds],
    state: ['all', 'succeeded', 'pending', 'declined', 'refunded'],
  },
  panel: 'purchase',
} as const satisfies TableSpec<string, FilterSpec>;
type PurchasesList = TableList<(typeof purchasesTable)['sorts'][number], (typeof purchasesTable)['filters']>;

export function usePurchases(list: PurchasesList) {
  const { id } = useSite();
  const filters = useTransactionFilters(list);
  const query: Query = { page_num: list.page, ...filters };
  const asked = useQuery({
    // Beside the transactions: what changes those changes these.
    queryKey: [id, 'transactions', 'purchases', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/purchase-history', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
  return { asked, filters };
}
