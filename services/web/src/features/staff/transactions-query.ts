import type { CallMap } from '@backlot/contracts/calls';
import { dayIn } from '@backlot/domain/dates';
import { dayMs } from '@backlot/domain/when';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Sorting } from '../../components/studio/sort-header.tsx';
import { pageOf } from '../../components/studio/use-address.ts';
import { api } from '../../lib/api.ts';
import { useSetting, useSite } from '../../lib/site.tsx';

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
  const timeZone = useSetting('timezone') || 'UTC';
  const query: Query = { page_num: page, kind, state, sort: sorting.column, direction: sorting.direction, ...(search === '' ? {} : { search }) };
  return useQuery({
    queryKey: [id, 'transactions', query, days],
    queryFn: async ({ signal }) => (await api('GET /api/admin/get_transactions_details', { query: { ...query, ...(days === null ? {} : { from: firstDay(days, timeZone) }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The first of so many days that end today, in the site's calendar. */
const firstDay = (days: string, timeZone: string): string => dayIn(new Date(Date.now() - (Number(days) - 1) * dayMs), timeZone);
