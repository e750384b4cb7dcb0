import type { CallMap } from '@backlot/contracts/http/calls';
import { firstOfLastDays } from '@backlot/domain/formats/dates';
import { isRangeDay } from '@backlot/domain/formats/range-day';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';

export type MonthsReport = CallMap['GET /api/reports/months']['answer']['data'];
export type SellersReport = CallMap['GET /api/reports/best-sellers']['answer']['data'];
type SellersQuery = CallMap['GET /api/reports/best-sellers']['query'];

/** `year`: the one that is running where it is none. */
export const monthsTable = { sorts: ['month'], filters: { year: null } } as const satisfies TableSpec<
  string,
  FilterSpec
>;

/** `days` are the last so many, or `own`: `from` one day `to` another. */
export const sellersTable = {
  sorts: ['net'],
  filters: { days: ['30', '7', '90', '365', 'own'], from: null, to: null },
} as const satisfies TableSpec<string, FilterSpec>;
export type SellersList = Pick<TableList<'net', (typeof sellersTable)['filters']>, 'page' | 'filters'>;

export const yearAsked = (year: string | null): { readonly year?: string } =>
  year !== null && /^2\d{3}$/.test(year) ? { year } : {};

export function useMonthsReport(year: string | null) {
  const { id } = useSite();
  const query = yearAsked(year);
  return useQuery({
    queryKey: [id, 'reporting', 'months', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/months', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** What the server is asked for: the list's filters, the days by the site's calendar. */
export function useSellersFilters({ filters: { days, from, to } }: SellersList): Omit<SellersQuery, 'page_num'> {
  const timeZone = useTimeZone();
  const now = useNow(60_000);
  return days === 'own'
    ? { ...(isRangeDay(from) ? { from } : {}), ...(isRangeDay(to) ? { to } : {}) }
    : { from: firstOfLastDays(Number(days), now, timeZone) };
}

export function useBestSellers(list: SellersList) {
  const { id } = useSite();
  const query = { page_num: list.page, ...useSellersFilters(list) };
  return useQuery({
    queryKey: [id, 'reporting', 'best-sellers', query],
    queryFn: async ({ signal }) => (await api('GET /api/reports/best-sellers', { query, signal })).data,
    placeholderData: keepPreviousData,
  });
}
