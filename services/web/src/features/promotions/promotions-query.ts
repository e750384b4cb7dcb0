import type { CallMap } from '@backlot/contracts/http/calls';
import type { PromotionReport, PromotionType } from '@backlot/contracts/promotions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FilterSpec, TableList, TableSpec } from '../../components/kit/table/table-address.ts';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export type { PromotionReport, PromotionType };
export type PromotionUse = CallMap['POST /api/promotion-setting/get-promotion-users']['answer']['data']['uses'][number];
export type PromotionInput = CallMap['POST /api/promotion-setting/save-promotion']['body'];

export const promotionsTable = {
  sorts: ['date'],
  filters: { type: ['all', 'SUBSCRIPTION', 'LOCKED_CONTENT'], state: ['all', 'running', 'ended'] },
} as const satisfies TableSpec<string, FilterSpec>;
type PromotionsList = Pick<TableList<'date', (typeof promotionsTable)['filters']>, 'page' | 'filters'>;

const rootKey = (site: string) => [site, 'promotions'] as const;

/** Promotions of all times, the newest first. */
export function usePromotionReports({ page, filters }: PromotionsList) {
  const { id } = useSite();
  const body = { pageNum: page, promotion_type: filters.type, state: filters.state };
  return useQuery({
    queryKey: [...rootKey(id), body],
    queryFn: async ({ signal }) =>
      (await api('POST /api/promotion-setting/get-promotion-reports', { body, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** One promotion and a page of the payments at its price. */
export function usePromotionUsers(promotionId: string, page: number) {
  const { id } = useSite();
  return useQuery({
    queryKey: [...rootKey(id), 'one', promotionId, page],
    queryFn: async ({ signal }) => {
      const body = { promotion_id: promotionId, pageNum: page };
      return (await api('POST /api/promotion-setting/get-promotion-users', { body, signal })).data;
    },
    placeholderData: (before) => (before?.promotion._id === promotionId ? before : undefined),
  });
}

/** The one of a type that runs, whoever it is for; null when there is none. */
export function useCurrentPromotion(type: PromotionType) {
  const { id } = useSite();
  return useQuery({
    queryKey: [...rootKey(id), 'current', type],
    queryFn: async ({ signal }) =>
      (await api('POST /api/promotion-setting/promotion', { body: { promotion_type: type }, signal })).data,
  });
}

/** Also by a click that was too late: what runs then is shown. */
function useRefresh(): () => Promise<void> {
  const { id } = useSite();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: rootKey(id) });
}

export function useSavePromotion() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: PromotionInput) => api('POST /api/promotion-setting/save-promotion', { body }),
    onSettled: refresh,
  });
}

/** @param told is called also when the promotion, and with it whoever asked, is gone from the screen by then */
export function useEndPromotion(told: {
  readonly onSuccess: (answer: { readonly message: string }) => void;
  readonly onError: (refusal: unknown) => void;
}) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (promotionId: string) =>
      api('POST /api/promotion-setting/end-promotion', { body: { promotion_id: promotionId } }),
    ...told,
    onSettled: refresh,
  });
}
