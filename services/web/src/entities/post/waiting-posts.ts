import type { FeedPage, PostView } from '@backlot/contracts/posts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

const none: readonly PostView[] = [];

/** Up to three of the feed's first page that a membership opens: posts for sale are bought, not opened (DECISIONS 15). */
export function useWaitingPosts(): readonly PostView[] {
  const { id } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'waiting-posts'],
    queryFn: ({ signal }) => api('GET /api/blogs', { query: { page_num: 1 }, signal }),
    select: ({ blogs }: FeedPage) =>
      blogs
        .filter((post) => post.visibility === 'private' && post.state === 'locked_nonmember' && post.media[0]?.blur_url)
        .slice(0, 3),
    staleTime: 300_000,
  });
  return data ?? none;
}
