import type { CallMap } from '@backlot/contracts/http/calls';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';
import { isAmount, isLast4 } from './parse-filters.ts';

type Query = CallMap['GET /api/reports/payment-lookup']['query'];

/** What is known of a payment, as the address has it; `within`: days before and after `day`. */
export const lookupTable = {
  sorts: ['date'],
  filters: { last4: null, amount: null, day: null, within: ['3', '0', '7', '14'] },
  panel: 'payment',
} as const satisfies TableSpec<string, FilterSpec>;
export type LookupList = Pick<TableList<'date', (typeof lookupTable)['filters']>, 'page' | 'search' | 'filters'>;

export function useFoundPayments({ page, search, filters: { last4, amount, day, within } }: LookupList) {
  const { id } = useSite();
  const query: Query = {
    page_num: page,
    ...(search === '' ? {} : { search }),
    ...(last4 !== null && isLast4(last4) ? { last4 } : {}),
    ...(amount !== null && isAmount(amount) ? { amount: Number(amount) } : {}),
    ...(isRangeDay(day) ? { day, within: Number(within) } : {}),
  };
  return useQuery({
    queryKey: [id, 'payment-lookup', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/payment-lookup', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
