import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

type Body = NonNullable<CallMap['POST /api/users/get_users_list']['body']>;

/** The list as the address says: `?search=&status=&sort=-date&page=`. */
export const fansTable = {
  sorts: ['date', 'name', 'total_amount_spent', 'expiration_date'],
  filters: { status: ['all', '2', '1', '0', 'failed'] },
  panel: 'fan',
} as const satisfies TableSpec<string, FilterSpec>;
export type FansList = TableList<(typeof fansTable)['sorts'][number], (typeof fansTable)['filters']>;

/** The part of the list that the export asks for too. */
export const fanFilters = ({ search, filters, sorting }: FansList) => ({
  search,
  status: filters.status,
  sort: sorting.column,
  direction: sorting.direction,
});

export function useFans(list: FansList) {
  const { id } = useSite();
  const { search, ...rest } = fanFilters(list);
  const body: Body = { ...rest, ...(search === '' ? {} : { search }) };
  return useQuery({
    queryKey: [id, 'fans', list.page, body],
    queryFn: async ({ signal }) =>
      (await api('POST /api/users/get_users_list', { query: { page_num: list.page }, body, signal })).data,
    placeholderData: keepPreviousData,
  });
}
