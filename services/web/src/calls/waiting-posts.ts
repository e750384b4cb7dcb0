import type { FeedPage } from '@backlot/contracts/posts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { useSite } from '../lib/site.tsx';

/** Some closed posts of the feed's first page, to show what a membership opens, and how many posts there are. */
export function useWaitingPosts() {
  const { id } = useSite();
  const { data } = useQuery({
    queryKey: [id, 'waiting-posts'],
    queryFn: ({ signal }) => api('GET /api/blogs', { query: { page_num: 1 }, signal }),
    select: ({ blogs, totalRows }: FeedPage) => ({ total: totalRows, posts: blogs.filter((post) => post.state === 'locked_nonmember' && post.media[0]?.blur_url).slice(0, 3) }),
    staleTime: 300_000,
  });
  return data ?? null;
}
