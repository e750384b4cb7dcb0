import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';

type Query = CallMap['GET /api/reports/user-utm-params']['query'];
export type UtmReport = CallMap['GET /api/reports/user-utm-params']['answer']['data'];

/** `source`, `campaign`: exactly so. `days` are the last so many, or `own`: `from` one day `to` another. */
export const utmTable = {
  sorts: ['date'],
  filters: {
    source: null,
    campaign: null,
    days: ['30', '7', '90', '365', 'own'],
    from: null,
    to: null,
  },
  panel: 'fan',
} as const satisfies TableSpec<string, FilterSpec>;
export type UtmList = Pick<TableList<'date', (typeof utmTable)['filters']>, 'page' | 'search' | 'filters'>;

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useUtmFilters({ search, filters }: UtmList): Omit<Query, 'page_num'> {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  const { source, campaign, days, from, to } = filters;
  return {
    ...(search === '' ? {} : { search }),
    ...(source ? { source: source.slice(0, 200) } : {}),
    ...(campaign ? { campaign: campaign.slice(0, 200) } : {}),
    ...(days === 'own'
      ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
      : { from: firstOfLastDays(Number(days), now, timeZone) }),
  };
}

export function useUtmUsers(list: UtmList) {
  const { id } = useSite();
  const query = { page_num: list.page, ...useUtmFilters(list) };
  return useQuery({
    queryKey: [id, 'user-utm-params', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/user-utm-params', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
