import type { CallMap } from '@backlot/contracts/http/calls';
import type { DaySpan } from '@backlot/domain/formats/day-spans';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

export type HomeData = CallMap['GET /api/admin/home']['answer']['data'];
export type Earnings = NonNullable<HomeData['earnings']>;
export type Sale = CallMap['GET /api/admin/get_transactions_details']['answer']['data']['transactions'][number];

export function useHome(isOpen: boolean) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'studio-home'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/home', { signal })).data,
    enabled: isOpen,
    // Money comes in while the page stands open.
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function useTrends(span: DaySpan) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'studio-home', 'trends', span],
    queryFn: async ({ signal }) => (await api('GET /api/reports/trends', { query: span, signal })).data,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function useRecentSales(isOpen: boolean) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'studio-home', 'sales'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/get_transactions_details', { query: {}, signal })).data.transactions.slice(0, 6),
    enabled: isOpen,
    refetchInterval: 60_000,
  });
}

/** The hour of the day that is running: the last with a figure. */
export const runningHour = (hours: NonNullable<Earnings['hours']>): number =>
  Math.max(
    0,
    hours.findLastIndex(({ today }) => today !== null),
  );
