import type { CallMap } from '@backlot/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pageOf } from '../../components/studio/use-address.ts';
import type { Sorting } from '../../components/studio/sort-header.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export type FansAnswer = CallMap['POST /api/users/get_users_list']['answer']['data'];
type Body = NonNullable<CallMap['POST /api/users/get_users_list']['body']>;

const statuses = ['all', '2', '1', '0'] as const;
export type FanStatus = (typeof statuses)[number];
const columns = ['date', 'name', 'total_amount_spent', 'expiration_date'] as const;

/** The list as the address says: `?search=&status=&sort=-date&page=`. */
export interface FansList { readonly page: number; readonly search: string; readonly status: FanStatus; readonly sorting: Sorting & { column: (typeof columns)[number] } }

export function readFansList(params: URLSearchParams): FansList {
  const sort = params.get('sort') ?? '-date';
  const column = columns.find((one) => one === sort.replace(/^-/, '')) ?? 'date';
  return {
    page: pageOf(params), search: params.get('search') ?? '', status: statuses.find((one) => one === params.get('status')) ?? 'all',
    sorting: { column, direction: sort.startsWith('-') ? 'desc' : 'asc' },
  };
}

export function useFans({ page, search, status, sorting }: FansList) {
  const { id } = useSite();
  const body: Body = { status, sort: sorting.column, direction: sorting.direction, ...(search === '' ? {} : { search }) };
  return useQuery({
    queryKey: [id, 'fans', page, body],
    queryFn: async ({ signal }) => (await api('POST /api/users/get_users_list', { query: { page_num: page }, body, signal })).data,
    placeholderData: keepPreviousData,
  });
}
