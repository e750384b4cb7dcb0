import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type TableSpec, type FilterSpec, type TableList } from '../../../components/kit/table/table-address.ts';
import { queryKeys } from '@backlot/contracts/bootstrap';
import { api } from '../../../lib/api.ts';
import { useSite } from '../../../lib/site.tsx';

export const postStates = ['published', 'scheduled', 'processing', 'error'] as const;
export const postVisibilities = ['locked', 'private', 'public'] as const;

export interface PostsList {
  readonly page: number;
  readonly tag: string | null;
  readonly state: (typeof postStates)[number] | null;
  readonly visibility: (typeof postVisibilities)[number] | null;
  readonly search: string;
}

/** The list as its address says. */
export const postsTable = {
  sorts: ['date'],
  filters: { state: ['all', ...postStates], visibility: ['all', ...postVisibilities], tag: null },
} as const satisfies TableSpec<string, FilterSpec>;

type Shown = Pick<TableList<'date', (typeof postsTable)['filters']>, 'page' | 'search' | 'filters'>;

/** What the server is asked for. */
export const postsOf = ({ page, search, filters: { state, visibility, tag } }: Shown): PostsList => ({
  page,
  search,
  tag,
  state: state === 'all' ? null : state,
  visibility: visibility === 'all' ? null : visibility,
});

export const everyPost: PostsList = { page: 1, tag: null, state: null, visibility: null, search: '' };

/** Everything that shows posts, to be asked for again when one changed. */
export const postKeys = (site: string): readonly (readonly unknown[])[] => [
  [site, 'studio-posts'],
  [site, 'feed'],
  [site, 'studio-home'],
  [site, 'locked-contents'],
  queryKeys.tags(site),
];

/** A page of all posts: also scheduled, processing and failed ones. */
export function useStudioPosts(list: PostsList) {
  const { id } = useSite();
  const { page, tag, state, visibility, search } = list;
  return useQuery({
    queryKey: [id, 'studio-posts', list],
    queryFn: ({ signal }) =>
      api('GET /api/blogs/all', {
        query: {
          page_num: page,
          ...(tag === null ? {} : { feed_tag_id: tag }),
          ...(state === null ? {} : { state }),
          ...(visibility === null ? {} : { visibility }),
          ...(search === '' ? {} : { search }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function useKnownTags() {
  const { id } = useSite();
  return useQuery({
    queryKey: queryKeys.tags(id),
    queryFn: async ({ signal }) => (await api('POST /api/feed-tags/', { body: {}, signal })).data,
  });
}

/** Categories of the library that a post may name. */
export function useMediaCategories() {
  const { id } = useSite();
  return useQuery({
    queryKey: [id, 'library', 'post-categories'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/media/category', { signal })).data.filter((one) => !one.is_built_in && !one.is_deleted),
  });
}
