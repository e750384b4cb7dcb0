import type { LockedContent, PostPurchase } from '@backlot/contracts/posts/post-lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useFormats, useMoneyIn, useSite } from '../../../lib/site.tsx';

export type { LockedContent, PostPurchase };
export interface LockedList {
  readonly page: number;
  readonly search: string;
}

/** Posts for sale, newest first, each with its earlier versions and what they sold. */
export function useLockedContents({ page, search }: LockedList) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'locked-contents', page, search],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/admin/locked-exclusive-content', {
          query: { page_num: page, ...(search === '' ? {} : { search }) },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}

/** Writes money of a post in the currency that it is sold in now, which need not be the site's. */
export function useLockedMoney(): (of: Pick<LockedContent, 'versions'>, amount: number) => string {
  const { money } = useFormats();
  const moneyIn = useMoneyIn();
  return ({ versions }, amount) => {
    const current = versions.find(({ is_current: isCurrent }) => isCurrent);
    return current === undefined ? money(amount) : moneyIn(amount, current.currency);
  };
}

/** A page of the people who bought a post, in any of its versions; at the price of a promotion, if one is named. */
export function usePurchasedBy(postId: string, page: number, promotionId?: string) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'purchased-by', postId, promotionId ?? null, page],
    queryFn: async ({ signal }) =>
      (
        await api('GET /api/admin/purchased-by/locked-exclusive-content', {
          query: {
            blog_id: postId,
            page_num: page,
            ...(promotionId === undefined ? {} : { promotion_id: promotionId }),
          },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
}
