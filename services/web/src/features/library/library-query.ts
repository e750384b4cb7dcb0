import type { LibraryMedia } from '@backlot/contracts/library';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import type { LibraryList } from './library-list.ts';
import { patched, withHead, without, type LibraryPage, type LibraryPages } from './library-pages.ts';

const listsKey = (site: string) => [site, 'library', 'list'] as const;
const categoriesKey = (site: string) => [site, 'library', 'categories'] as const;
export const mediaKey = (site: string, id: string) => [site, 'library', 'item', id] as const;

/** Addresses of pictures live for an hour at least; before that the list is asked for again. */
const renewMs = 50 * 60_000;

async function fetchPage(
  { category, type, search }: LibraryList,
  onlyReady: boolean,
  after: string | null,
  signal?: AbortSignal,
): Promise<LibraryPage> {
  const { data, totalRows, next } = await api('POST /api/media/get', {
    body: {
      category,
      type,
      ...(search === '' ? {} : { search }),
      ...(onlyReady ? { state: 'ready' as const } : {}),
      ...(after === null ? {} : { after }),
    },
    ...(signal ? { signal } : {}),
  });
  return { data, totalRows, next };
}

export interface Library {
  readonly media: readonly LibraryMedia[];
  readonly total: number;
  readonly isLoading: boolean;
  /** Shown is another list until this one is there. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** The next page did not come; `loadMore` asks for it again. */
  readonly isMoreMissing: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => Promise<void>;
}

/** Files of a list, further pages as they are asked for. `onlyReady`: what can be chosen for a post. */
export function useLibrary(list: LibraryList, { onlyReady = false } = {}): Library {
  const { id: site } = useSite();
  const query = useInfiniteQuery({
    queryKey: [...listsKey(site), list.category, list.type, list.search, onlyReady],
    queryFn: ({ pageParam, signal }) => fetchPage(list, onlyReady, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetching } = query;
  const media = useMemo(() => unique(data?.pages.flatMap((page) => page.data) ?? []), [data]);
  return {
    media,
    total: data?.pages[0]?.totalRows ?? 0,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    isMoreMissing: query.isFetchNextPageError && !isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void query.fetchNextPage();
    },
    refresh: async () => {
      await query.refetch();
    },
  };
}

/** A file that moved between two pages while they were fetched stands once. */
function unique(media: readonly LibraryMedia[]): readonly LibraryMedia[] {
  const seen = new Set<string>();
  return media.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
}

export function useMediaCategories() {
  const { id: site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: categoriesKey(site),
    queryFn: async ({ signal }) => (await api('GET /api/media/category', { signal })).data,
  });
  return { data, failure: error ? { error, onRetry: () => void refetch() } : null };
}

export function useMediaDetail(id: string) {
  const { id: site } = useSite();
  return useQuery({
    queryKey: mediaKey(site, id),
    queryFn: async ({ signal }) => (await api('POST /api/media/item', { body: { mediaId: id }, signal })).data,
    refetchInterval: renewMs,
  });
}

export interface LibraryCache {
  /** What the server has new at the head of each list that is shown. */
  readonly lookAgain: () => void;
  readonly patch: (id: string, change: Partial<LibraryMedia>) => void;
  readonly drop: (ids: readonly string[]) => void;
  /** Files changed their place: lists and numbers are asked for again. */
  readonly moved: () => void;
}

export function useLibraryCache(): LibraryCache {
  const { id: site } = useSite();
  const queries = useQueryClient();
  return useMemo(() => cacheOf(queries, site), [queries, site]);
}

function cacheOf(queries: QueryClient, site: string): LibraryCache {
  const change = (by: (pages: LibraryPages) => LibraryPages): void => {
    for (const query of queries.getQueryCache().findAll({ queryKey: listsKey(site) })) {
      const pages = query.state.data as LibraryPages | undefined;
      const { isInvalidated, dataUpdatedAt: updatedAt } = query.state;
      if (!pages) continue;
      queries.setQueryData(query.queryKey, by(pages), { updatedAt });
      // What was to be asked for again still is: only a part of it is known here.
      if (isInvalidated) query.invalidate();
    }
  };
  const numbers = (): void => {
    void queries.invalidateQueries({ queryKey: categoriesKey(site) });
  };
  return {
    lookAgain: () => {
      numbers();
      for (const query of queries.getQueryCache().findAll({ queryKey: listsKey(site) })) {
        const [category, type, search, onlyReady] = query.queryKey.slice(3) as [
          string,
          LibraryList['type'],
          string,
          boolean,
        ];
        if (query.getObserversCount() === 0) query.invalidate();
        else
          void fetchPage({ category, type, search }, onlyReady, null).then(
            (head) => {
              const pages = queries.getQueryData<LibraryPages>(query.queryKey);
              const next = pages ? withHead(pages, head) : null;
              if (next) queries.setQueryData(query.queryKey, next);
              else void queries.invalidateQueries({ queryKey: query.queryKey });
            },
            () => {},
          );
      }
    },
    patch: (id, part) => change((pages) => patched(pages, id, part)),
    drop: (ids) => {
      change((pages) => without(pages, new Set(ids)));
      numbers();
    },
    moved: () => {
      void queries.invalidateQueries({ queryKey: [site, 'library'] });
    },
  };
}
