import type { CallMap } from '@backlot/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sorting } from '../../components/studio/sort-header.tsx';
import { pageOf } from '../../components/studio/use-address.ts';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

type Query = CallMap['GET /api/admin/get_transactions_details']['query'];

export const kinds = ['all', 'membership', 'renewal', 'post', 'refund', 'chargeback'] as const;
export const states = ['all', 'succeeded', 'pending', 'declined'] as const;
export const spans = ['1', '7', '30', '90'] as const;

export interface TransactionsList {
  readonly page: number;
  readonly search: string;
  readonly kind: (typeof kinds)[number];
  readonly state: (typeof states)[number];
  /** The last so many days; null for always. */
  readonly days: (typeof spans)[number] | null;
  readonly sorting: Sorting & { readonly column: 'date' | 'amount' };
}

export function readTransactionsList(params: URLSearchParams): TransactionsList {
  const sort = params.get('sort') ?? '-date';
  return {
    page: pageOf(params), search: params.get('search') ?? '',
    kind: kinds.find((one) => one === params.get('kind')) ?? 'all', state: states.find((one) => one === params.get('state')) ?? 'all',
    days: spans.find((one) => one === params.get('days')) ?? null,
    sorting: { column: sort.endsWith('amount') ? 'amount' : 'date', direction: sort.startsWith('-') ? 'desc' : 'asc' },
  };
}

export function useTransactions({ page, search, kind, state, days, sorting }: TransactionsList) {
  const { id } = useSite();
  const query: Query = { page_num: page, kind, state, sort: sorting.column, direction: sorting.direction, ...(search === '' ? {} : { search }) };
  return useQuery({
    queryKey: [id, 'transactions', query, days],
    queryFn: async ({ signal }) => (await api('GET /api/admin/get_transactions_details', { query: { ...query, ...(days === null ? {} : { from: startOf(days) }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The beginning of today for one day, else so many days back. */
function startOf(days: string): string {
  const now = new Date();
  const back = days === '1' ? 0 : Number(days) - 1;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back).toISOString();
}
