import type { CouponFilters } from '@backlot/contracts/coupons';
import type { CallMap } from '@backlot/contracts/http/calls';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

type Query = CallMap['GET /api/coupon/get-coupons']['query'];
export type Coupon = CallMap['GET /api/coupon/get-coupons']['answer']['couponList'][number];
export type CouponUse = CallMap['GET /api/coupon/get-details']['answer']['data']['uses'][number];
export type CouponInput = CallMap['POST /api/coupon/add']['body'];

export const couponsTable = {
  sorts: ['date', 'code'],
  filters: { state: ['all', 'active', 'scheduled', 'ended', 'used_up', 'off'] },
} as const satisfies TableSpec<string, FilterSpec>;
type CouponsList = Pick<
  TableList<(typeof couponsTable)['sorts'][number], (typeof couponsTable)['filters']>,
  'page' | 'search' | 'sorting' | 'filters'
>;

const rootKey = (site: string) => [site, 'coupons'] as const;

/** Which coupons, in which order: of a page, and of a file. */
export const couponFiltersOf = ({ search, sorting, filters }: Omit<CouponsList, 'page'>): CouponFilters => ({
  state: filters.state,
  sort: sorting.column,
  direction: sorting.direction,
  ...(search === '' ? {} : { search }),
});

export function useCoupons({ page, ...rest }: CouponsList) {
  const { id } = useSite();
  const query: Query = { pageNum: page, ...couponFiltersOf(rest) };
  return useQuery({
    queryKey: [...rootKey(id), query],
    queryFn: ({ signal }) => api('GET /api/coupon/get-coupons', { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One coupon and a page of the payments at its price. */
export function useCouponDetails(couponId: string, page: number) {
  const { id } = useSite();
  return useQuery({
    queryKey: [...rootKey(id), 'one', couponId, page],
    queryFn: async ({ signal }) =>
      (await api('GET /api/coupon/get-details', { query: { couponId, pageNum: page }, signal })).data,
    placeholderData: (before) => (before?.coupon._id === couponId ? before : undefined),
  });
}

/** Makes a coupon, or with an id changes that one. */
export function useSaveCoupon(couponId: string | null) {
  const { id } = useSite();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: CouponInput) =>
      couponId === null
        ? api('POST /api/coupon/add', { body: input })
        : api('POST /api/coupon/edit', { body: { ...input, _id: couponId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: rootKey(id) }),
  });
}

export function useSwitchCoupon() {
  const { id } = useSite();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id, is_enabled }: Pick<Coupon, '_id' | 'is_enabled'>) =>
      api('POST /api/coupon/edit', { body: { _id, is_enabled } }),
    onSettled: () => queries.invalidateQueries({ queryKey: rootKey(id) }),
  });
}
