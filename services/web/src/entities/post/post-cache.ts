import { queryKeys, type FeedData } from '@backlot/contracts/bootstrap';
import type { PostView } from '@backlot/contracts/posts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** Changes one post wherever it is on screen: in every feed and in its own page. */
export function editPost(queries: QueryClient, site: string, id: string, change: (post: PostView) => PostView): void {
  queries.setQueriesData<FeedData>(
    { queryKey: [site, 'feed'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.blogs.some((post) => post._id === id)
            ? { ...page, blogs: page.blogs.map((post) => (post._id === id ? change(post) : post)) }
            : page,
        ),
      },
  );
  queries.setQueryData<PostView>(queryKeys.post(site, id), (post) => post && change(post));
}

/** Takes a post that is there no more out of every list. */
export function dropPost(queries: QueryClient, site: string, id: string): void {
  queries.setQueriesData<FeedData>(
    { queryKey: [site, 'feed'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          blogs: page.blogs.filter((post) => post._id !== id),
          totalRows: page.totalRows - (data.pages.some(({ blogs }) => blogs.some((post) => post._id === id)) ? 1 : 0),
        })),
      },
  );
  queries.removeQueries({ queryKey: queryKeys.post(site, id) });
}

/** The post as any cache has it. */
export function findCachedPost(queries: QueryClient, site: string, id: string): PostView | undefined {
  const own = queries.getQueryData<PostView>(queryKeys.post(site, id));
  if (own) return own;
  for (const [, data] of queries.getQueriesData<FeedData>({ queryKey: [site, 'feed'] })) {
    const found = data?.pages.flatMap((page) => page.blogs).find((post) => post._id === id);
    if (found) return found;
  }
  return undefined;
}

/** The post as the caches have it now, so that a price that moved is seen. */
export function useLivePost(post: PostView): PostView {
  const queries = useQueryClient();
  const { id: site } = useSite();
  const watch = useCallback((changed: () => void) => queries.getQueryCache().subscribe(changed), [queries]);
  return useSyncExternalStore(
    watch,
    () => findCachedPost(queries, site, post._id) ?? post,
    () => post,
  );
}

/** Asks for a post again and puts it where it is shown. Answers what came, or null when it could not be had. */
export async function refreshPost(queries: QueryClient, site: string, id: string): Promise<PostView | null> {
  const answer = await api('GET /api/blog/get-blog-data-by-id', { query: { id } }).catch(() => null);
  if (!answer) return null;
  editPost(queries, site, id, () => answer.data);
  queries.setQueryData(queryKeys.post(site, id), answer.data);
  return answer.data;
}
