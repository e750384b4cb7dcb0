import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

export const studioPostsKey = (site: string, page: number, tag: string | null) => [site, 'studio-posts', page, tag] as const;

/** A page of all posts: also scheduled, processing and failed ones. */
export function useStudioPosts(page: number, tag: string | null) {
  const { id } = useSite();
  return useQuery({
    queryKey: studioPostsKey(id, page, tag),
    queryFn: ({ signal }) => api('GET /api/blogs/all', { query: { page_num: page, ...(tag === null ? {} : { feed_tag_id: tag }) }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useKnownTags() {
  const { id } = useSite();
  return useQuery({ queryKey: queryKeys.tags(id), queryFn: async ({ signal }) => (await api('POST /api/feed-tags/', { body: {}, signal })).data });
}
