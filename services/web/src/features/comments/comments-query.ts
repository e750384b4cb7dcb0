import type { CallMap } from '@backlot/contracts/http/calls';
import type { CommentView } from '@backlot/contracts/comments';
import { useInfiniteQuery, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { editPost } from '../../entities/post/post-cache.ts';
import { useSite } from '../../lib/site.tsx';

type CommentsPage = CallMap['POST /api/blog/get-blog-comment']['answer']['data'];
type Pages = InfiniteData<CommentsPage, string | null>;

export const commentsKey = (site: string, post: string) => [site, 'comments', post] as const;

/** Comments, newest first. Asked for again when the post opens, because then more may be read and written. */
export function useComments(post: string, isOpen: boolean, isOn: boolean) {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [...commentsKey(site, post), isOpen],
    enabled: isOn,
    queryFn: async ({ pageParam, signal }) =>
      (
        await api('POST /api/blog/get-blog-comment', {
          body: { blog_id: post, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

/** Changes the list as it is on screen, and the number wherever the post is shown. */
export function editComments(
  queries: QueryClient,
  site: string,
  post: string,
  change: (comments: readonly CommentView[], isFirstPage: boolean) => readonly CommentView[],
  total?: number,
): void {
  queries.setQueriesData<Pages>(
    { queryKey: commentsKey(site, post) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page, index) => ({
          ...page,
          comments: [...change(page.comments, index === 0)],
          total_comments: total ?? page.total_comments,
        })),
      },
  );
  if (total !== undefined)
    editPost(queries, site, post, (shown) => ({
      ...shown,
      total_comments: shown.total_comments === null ? null : total,
    }));
}
