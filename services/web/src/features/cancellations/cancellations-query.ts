import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useNow } from '../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../lib/site.tsx';

type Query = CallMap['GET /api/reports/cancellations']['query'];
export type Report = CallMap['GET /api/reports/cancellations']['answer']['data'];

/** `days` are the last so many, or `own`: `from` one day `to` another. `reason`: one of those that were given. */
export const cancellationsTable = {
  sorts: ['date'],
  filters: { reason: null, days: ['all', '7', '30', '90', '365', 'own'], from: null, to: null },
} as const satisfies TableSpec<string, FilterSpec>;
export type CancellationsList = TableList<
  (typeof cancellationsTable)['sorts'][number],
  (typeof cancellationsTable)['filters']
>;

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useCancellationFilters({
  search,
  filters: { reason, days, from, to },
  sorting,
}: CancellationsList): Omit<NonNullable<Query>, 'page_num'> {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return {
    direction: sorting.direction,
    ...(search === '' ? {} : { search }),
    ...(reason === null ? {} : { reason }),
    ...(days === 'own'
      ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
      : days === 'all'
        ? {}
        : { from: firstOfLastDays(Number(days), now, timeZone) }),
  };
}

export function useCancellations(list: CancellationsList) {
  const { id } = useSite();
  const query: Query = { page_num: list.page, ...useCancellationFilters(list) };
  return useQuery({
    queryKey: [id, 'cancellations', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/cancellations', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
