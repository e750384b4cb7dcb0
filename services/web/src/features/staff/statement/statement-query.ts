import { dayIn, monthsBefore } from '@backlot/domain/formats/dates';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { FilterSpec, TableSpec } from '../../../components/kit/table/table-address.ts';
import { api } from '../../../lib/api.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { useSite, useTimeZone } from '../../../lib/site.tsx';

/** `month`: the running one where the address names none. */
export const statementTable = {
  sorts: ['group'],
  filters: { month: null },
  panel: 'account',
} as const satisfies TableSpec<string, FilterSpec>;

/** Months that are offered to choose from. */
const offered = 36;

/** The month that is shown, and those that can be chosen, the running one first. */
export function useMonths(asked: string | null): { readonly month: string; readonly months: readonly string[] } {
  const now = dayIn(useNow(60_000), useTimeZone()).slice(0, 7);
  const months = Array.from({ length: offered }, (_, ago) => monthsBefore(now, ago));
  const month = asked !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) ? asked : now;
  return { month, months: months.includes(month) ? months : [...months, month] };
}

export function useStatement(month: string) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'statement', month],
    queryFn: async ({ signal }) => (await api('GET /api/reports/statement', { query: { month }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

export interface LinesAsked {
  readonly month: string;
  readonly account_id: string;
  /** Of one movement alone. */
  readonly kind?: string;
  readonly what?: string;
}

/** The entries behind an account's month, a page after another. */
export function useStatementLines(asked: LinesAsked) {
  const { id } = useSite();
  return useInfiniteQuery({
    queryKey: [id, 'statement', 'lines', asked],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('GET /api/reports/statement/lines', {
          query: { ...asked, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
