import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../lib/site.tsx';

type Query = CallMap['GET /api/admin/get_transactions_details']['query'];

/** Everything that is sold, as the server's features name it. */
export const soldKinds = ['membership', 'renewal', 'migration', 'resubscription', 'post'] as const;

/** The list as the address says; `days` are the last so many, or `own`: `from` one day `to` another. */
export const transactionsTable = {
  sorts: ['date', 'amount'],
  filters: {
    kind: ['all', ...soldKinds, 'refund', 'void', 'chargeback', 'chargeback_won', 'top_up'],
    state: ['all', 'succeeded', 'pending', 'declined'],
    days: ['all', '1', '7', '30', '90', 'own'],
    from: null,
    to: null,
  },
  panel: 'tx',
} as const satisfies TableSpec<string, FilterSpec>;
export type TransactionsList = Pick<
  TableList<(typeof transactionsTable)['sorts'][number], (typeof transactionsTable)['filters']>,
  'page' | 'search' | 'sorting' | 'filters'
>;

/** A list of payments or purchases, as its address says. */
interface PaidList<Kind, State> {
  readonly search: string;
  readonly sorting: TransactionsList['sorting'];
  readonly filters: { readonly kind: Kind; readonly state: State } & Pick<
    TransactionsList['filters'],
    'days' | 'from' | 'to'
  >;
}

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useTransactionFilters<Kind extends string, State extends string>({
  search,
  filters: { kind, state, days, from, to },
  sorting,
}: PaidList<Kind, State>) {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return {
    kind,
    state,
    sort: sorting.column,
    direction: sorting.direction,
    ...(search === '' ? {} : { search }),
    ...(days === 'own'
      ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
      : days === 'all'
        ? {}
        : { from: firstOfLastDays(Number(days), now, timeZone) }),
  };
}

/** What one fan paid, newest first. */
export function usePaymentsOf(fanId: string, page: number) {
  const { id } = useSite();
  const query: Query = { user_id: fanId, page_num: page };
  return useQuery({
    queryKey: [id, 'transactions', query],
    queryFn: async ({ signal }) => (await api('GET /api/admin/get_transactions_details', { query, signal })).data,
    placeholderData: (before) => (before?.transactions[0]?.user._id === fanId ? before : undefined),
  });
}

export function useTransactions(list: TransactionsList) {
  const { id } = useSite();
  const query: Query = { page_num: list.page, ...useTransactionFilters(list) };
  return useQuery({
    queryKey: [id, 'transactions', query],
    queryFn: async ({ signal }) => (await api('GET /api/admin/get_transactions_details', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
