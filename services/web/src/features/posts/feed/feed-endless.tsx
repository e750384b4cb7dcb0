import { isNextPageDue } from '@backlot/domain/limits';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.tsx';
import { FeedEmpty, FeedFailed, FeedSkeleton } from './feed-states.tsx';
import { PostGrid } from './post-grid.tsx';
import type { FeedProps } from './feed-props.ts';
import { useFeed } from './feed-query.ts';

/** POST-023: the next page comes at about 98 % of the way down. It is fetched before that, so that it is there at once. */
export function EndlessFeed({ tag, onTotal, onReset }: FeedProps) {
  const { t } = useTranslation();
  const {
    data,
    isPending,
    isError,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
    prepareNext,
  } = useFeed(tag);
  const end = useRef<HTMLDivElement>(null);
  const total = data?.pages[0]?.totalRows;
  useEffect(() => {
    if (total !== undefined) onTotal(total);
  }, [total, onTotal]);
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || isFetchNextPageError) return undefined;
    const onScroll = (): void => {
      const { scrollHeight } = document.documentElement;
      if (isNextPageDue({ scrollY, innerHeight, scrollHeight })) void fetchNextPage();
      else if (scrollHeight - window.scrollY < 3 * window.innerHeight) prepareNext();
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, prepareNext]);
  if (isPending) return <FeedSkeleton />;
  if (isError && !data)
    return (
      <FeedFailed
        onRetry={() => {
          void refetch();
        }}
      />
    );
  const posts = data?.pages.flatMap((page) => page.blogs) ?? [];
  if (posts.length === 0) return <FeedEmpty onReset={onReset} />;
  const pages = data?.pages.length ?? 0;
  const latest = data?.pages.at(-1)?.blogs.length ?? 0;
  return (
    <>
      <PostGrid posts={posts} />
      <div ref={end} className="feed-end">
        {isFetchingNextPage ? <FeedSkeleton isMore /> : null}
        {isFetchNextPageError ? (
          <p className="feed-end-failed">
            {t('feed-load-failed')}{' '}
            <Button
              tone="quiet"
              size="s"
              onClick={() => {
                void fetchNextPage();
              }}
            >
              {t('btn-try-again')}
            </Button>
          </p>
        ) : null}
        {!hasNextPage && pages > 1 ? <p className="feed-end-text">{t('feed-end')}</p> : null}
        <p className="visually-hidden" role="status">
          {isFetchingNextPage ? t('feed-loading-more') : pages > 1 ? t('feed-more-loaded', { count: latest }) : ''}
        </p>
      </div>
    </>
  );
}
