import type { PurchasedContent } from '@backlot/contracts/posts/post-lists';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useSite } from '../../lib/site.tsx';
import { useNearEnd } from '../../lib/hooks/use-near-end.ts';
import '../../components/styles/media.css';
import './feed/feed.css';
import { FeedFailed, FeedSkeleton } from './feed/feed-states.tsx';
import './gallery/gallery.css';
import { PurchasedCard } from './card/purchased-card.tsx';

interface Purchases {
  readonly contents: readonly PurchasedContent[];
  readonly totalRows: number;
  readonly next: string | null;
  readonly user: { readonly name: string } | null;
}

/** What was bought, newest first: one's own, and for staff that of one fan. */
export function Page() {
  const { t } = useTranslation();
  const { id: user } = useParams();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    usePurchases(user);
  const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isFetchNextPageError, () => {
    void fetchNextPage();
  });
  const first = data?.pages[0];
  const contents = data?.pages.flatMap((page) => page.contents) ?? [];
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <MessagePage title={t('not-found')} actions={<ButtonLink to={paths.feed}>{t('btn-go-to-feed')}</ButtonLink>}>
        <p>{t('purchases-no-person')}</p>
      </MessagePage>
    );
  }
  return (
    <div className="media-page page-width">
      <header className="media-page-head">
        <h1 tabIndex={-1}>{first?.user ? t('purchases-of', { name: first.user.name }) : t('profile-purchases')}</h1>
        {first && first.totalRows > 0 ? (
          <p className="media-page-note">{t('post-count', { count: first.totalRows })}</p>
        ) : null}
      </header>
      {isPending ? <FeedSkeleton /> : null}
      {error && !data ? (
        <FeedFailed
          onRetry={() => {
            void refetch();
          }}
        />
      ) : null}
      {first && contents.length === 0 ? <Empty isOwn={first.user === null} /> : null}
      {contents.length === 0 ? null : (
        <ul className="post-grid">
          {contents.map((content, index) => (
            <li key={`${content.post._id} ${content.purchased_at}`}>
              <PurchasedCard content={content} isFirst={index < 3} />
            </li>
          ))}
        </ul>
      )}
      <div ref={end} className="media-page-end" role="status">
        {isFetchingNextPage ? t('a11y-loading') : null}
      </div>
      {isFetchNextPageError ? (
        <FeedFailed
          onRetry={() => {
            void fetchNextPage();
          }}
        />
      ) : null}
    </div>
  );
}

function usePurchases(user: string | undefined) {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [site, 'purchases', user ?? 'own'],
    queryFn: async ({ pageParam, signal }): Promise<Purchases> =>
      (
        await api('GET /api/purchased-contents', {
          query: {
            ...(user === undefined ? {} : { user_id: user }),
            ...(pageParam === null ? {} : { after: pageParam }),
          },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

function Empty({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="feed-message">
      <p className="feed-message-title">{t('purchases-empty')}</p>
      {isOwn ? (
        <>
          <p>{t('profile-purchases-empty')}</p>
          <ButtonLink to={paths.feed} tone="quiet" size="s">
            {t('btn-go-to-feed')}
          </ButtonLink>
        </>
      ) : null}
    </div>
  );
}
