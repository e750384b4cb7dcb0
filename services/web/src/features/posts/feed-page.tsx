import { queryKeys } from '@backlot/contracts/bootstrap';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useTitle } from '../../app/title.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Time } from '../../components/time.tsx';
import { api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';

/** The feed: what is posted, newest first. */
export function Page() {
  const { t } = useTranslation();
  const site = useSite();
  useTitle(null);
  const feed = useInfiniteQuery({
    queryKey: queryKeys.feed(site.id, null),
    queryFn: ({ pageParam, signal }) => api('GET /api/blogs', { query: { page_num: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.currentPage < last.totalPages ? last.currentPage + 1 : undefined),
  });
  const posts = feed.data?.pages.flatMap((page) => page.blogs) ?? [];
  return (
    <div className="page-width">
      <h1 tabIndex={-1}>{t('feed-heading')}</h1>
      {feed.isPending ? <Skeleton /> : null}
      {feed.isSuccess && posts.length === 0 ? <p>{t('feed-empty')}</p> : null}
      <ul>
        {posts.map((post) => (
          <li key={post._id}><SiteLink to={paths.post(post._id)}>{post.description ?? post.title}</SiteLink>{' '}<Time at={post.date} /></li>
        ))}
      </ul>
    </div>
  );
}
