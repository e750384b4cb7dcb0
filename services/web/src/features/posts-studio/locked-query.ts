import type { LockedContent } from '@backlot/contracts/post-lists';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export type { LockedContent };
export interface LockedList { readonly page: number; readonly search: string }

/** Posts for sale, newest first, each with its earlier versions and what they sold. */
export function useLockedContents({ page, search }: LockedList) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'locked-contents', page, search],
    queryFn: async ({ signal }) => (await api('GET /api/admin/locked-exclusive-content', { query: { page_num: page, ...(search === '' ? {} : { search }) }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** A page of the people who bought a post, in any of its versions. */
export function usePurchasedBy(postId: string, page: number) {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'purchased-by', postId, page],
    queryFn: async ({ signal }) => (await api('GET /api/admin/purchased-by/locked-exclusive-content', { query: { blog_id: postId, page_num: page }, signal })).data,
    placeholderData: keepPreviousData,
  });
}

const rowsAtOnce = 500;

/** All of them, for a file. */
export async function everyPurchase(postId: string) {
  const rows = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data } = await api('GET /api/admin/purchased-by/locked-exclusive-content', { query: { blog_id: postId, page_num: page, limit: rowsAtOnce } });
    rows.push(...data.purchases);
    pages = data.paginationData.totalPages;
  }
  return rows;
}
