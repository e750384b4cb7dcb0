import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';

type Query = CallMap['GET /api/reports/reconciliation']['query'];

/** The list as the address says; `days` are the last so many, or `own`: `from` one day `to` another. */
export const reconciliationTable = {
  sorts: ['day'],
  filters: {
    state: ['all', 'differs', 'waiting', 'explained', 'agrees'],
    days: ['90', '1', '7', '30', 'own'],
    from: null,
    to: null,
  },
  panel: 'account-day',
} as const satisfies TableSpec<string, FilterSpec>;
export type ReconciliationList = Pick<TableList<'day', (typeof reconciliationTable)['filters']>, 'page' | 'filters'>;

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useReconciliationFilters({
  filters: { state, days, from, to },
}: ReconciliationList): Omit<Query, 'page_num'> {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return {
    ...(state === 'all' ? {} : { state }),
    ...(days === 'own'
      ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
      : { from: firstOfLastDays(Number(days), now, timeZone) }),
  };
}

export function useReconciledDays(list: ReconciliationList) {
  const { id } = useSite();
  const query: Query = { page_num: list.page, ...useReconciliationFilters(list) };
  return useQuery({
    queryKey: [id, 'reconciliation', 'days', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/reconciliation', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** The lines of an account's day. */
export function useReportLines(accountId: string, day: string, page: number) {
  const { id } = useSite();
  const query = { account_id: accountId, day, page_num: page };
  return useQuery({
    queryKey: [id, 'reconciliation', 'lines', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/reconciliation/lines', { query, signal })).data,
  });
}
