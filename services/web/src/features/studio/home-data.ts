import type { CallMap } from '@backlot/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

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
    refetchInterval: 60_000, placeholderData: keepPreviousData,
  });
}

export function useRecentSales(isOpen: boolean) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'studio-home', 'sales'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/get_transactions_details', { query: {}, signal })).data.transactions.slice(0, 6),
    enabled: isOpen, refetchInterval: 60_000,
  });
}

/** Sums of the thirty days by what was sold, in the order that charts keep. */
export const sumsOf = ({ days }: Earnings): readonly [number, number] =>
  [days.reduce((sum, day) => sum + day.membership, 0), days.reduce((sum, day) => sum + day.post, 0)];

/** The hour of the day that is running: the last with a figure. */
export const runningHour = (hours: NonNullable<Earnings['hours']>): number => Math.max(0, hours.findLastIndex(({ today }) => today !== null));
