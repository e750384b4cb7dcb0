import { queryKeys, type FeedData } from '@backlot/contracts/bootstrap';
import type { FeedPage } from '@backlot/contracts/posts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api } from '../../../lib/api.ts';
import { useMe, useSite } from '../../../lib/site.tsx';

const staffOfContent: ReadonlySet<string> = new Set(['admin', 'model', 'sub_admin', 'content_manager']);

/** A page of the feed: its number, and the marker after which it goes on, whatever was published meanwhile. */
interface Place {
  readonly page: number;
  readonly after?: string;
}
type Fetch = (place: Place, tag: string | null, signal?: AbortSignal) => Promise<FeedPage>;

/** ROLE-70, ROLE-80: staff of the content see what is scheduled, in process and failed as well. */
export const feedCall = (role: string | undefined): 'GET /api/blogs/all' | 'GET /api/blogs' =>
  role !== undefined && staffOfContent.has(role) ? 'GET /api/blogs/all' : 'GET /api/blogs';

function useFetchPage(): Fetch {
  const role = useMe()?.role;
  const call = feedCall(role);
  return useCallback(
    ({ page, after }, tag, signal) =>
      api(call, {
        query: {
          page_num: page,
          ...(after === undefined ? {} : { after }),
          ...(tag === null ? {} : { feed_tag_id: tag }),
        },
        ...(signal ? { signal } : {}),
      }),
    [call],
  );
}

const nextKey = (site: string, tag: string | null, { page, after }: Place) =>
  [site, 'feed-next', tag ?? 'all', page, after ?? ''] as const;
/** A page that was fetched ahead is shown if it is not older than this. */
const aheadMs = 60_000;

const placeAfter = (last: FeedPage): Place | undefined =>
  last.next === null ? undefined : { page: last.currentPage + 1, after: last.next };
/** The first page's place is its number alone, as the server writes it into the HTML. */
const placeOf = (param: number | Place): Place => (typeof param === 'number' ? { page: param } : param);

/** The feed, page after page. `prepareNext` fetches the next one ahead of its time; it is shown when it is asked for. */
export function useFeed(tag: string | null) {
  const { id } = useSite();
  const queries = useQueryClient();
  const fetchPage = useFetchPage();
  const feed = useInfiniteQuery({
    queryKey: queryKeys.feed(id, tag),
    queryFn: ({ pageParam, signal }) =>
      takeAhead(queries, nextKey(id, tag, placeOf(pageParam))) ?? fetchPage(placeOf(pageParam), tag, signal),
    initialPageParam: 1 as number | Place,
    getNextPageParam: placeAfter,
  });
  const last = feed.data?.pages.at(-1);
  const prepareNext = useCallback(() => {
    const next = last && placeAfter(last);
    if (next)
      void queries.prefetchQuery({
        queryKey: nextKey(id, tag, next),
        queryFn: ({ signal }) => fetchPage(next, tag, signal),
        staleTime: aheadMs,
      });
  }, [queries, id, tag, last, fetchPage]);
  return { ...feed, prepareNext };
}

function takeAhead(queries: QueryClient, key: readonly unknown[]): FeedPage | null {
  const state = queries.getQueryState<FeedPage>(key);
  if (!state?.data) return null;
  queries.removeQueries({ queryKey: key, exact: true });
  return Date.now() - state.dataUpdatedAt < aheadMs ? state.data : null;
}

/** One numbered page of the feed, in the shape of the endless one, so that one edit reaches both. */
export function useFeedPage(tag: string | null, page: number, enabled: boolean) {
  const { id } = useSite();
  const queries = useQueryClient();
  const fetchPage = useFetchPage();
  return useQuery({
    queryKey: [...queryKeys.feed(id, tag), 'page', page],
    queryFn: async ({ signal }): Promise<FeedData> => ({
      pages: [await fetchPage({ page }, tag, signal)],
      pageParams: [page],
    }),
    initialData: () => (page === 1 ? firstOf(queries.getQueryData<FeedData>(queryKeys.feed(id, tag))) : undefined),
    initialDataUpdatedAt: () => queries.getQueryState(queryKeys.feed(id, tag))?.dataUpdatedAt,
    placeholderData: keepPreviousData,
    enabled,
  });
}

const firstOf = (data: FeedData | undefined): FeedData | undefined =>
  data && { pages: data.pages.slice(0, 1), pageParams: [1] };
