import type { GalleryItem } from '@backlot/contracts/posts/post-lists';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { api } from '../../lib/api.ts';
import { refreshPost } from '../../entities/post/post-cache.ts';
import { useMe, useSite } from '../../lib/site.tsx';
import { useNearEnd } from '../../lib/hooks/use-near-end.ts';
import '../../components/styles/media.css';
import { FeedFailed } from './feed/feed-states.tsx';
import { GalleryTile } from './gallery/gallery-tile.tsx';
import './gallery/gallery.css';

const MediaViewer = lazy(async () => ({ default: (await import('./gallery/media-viewer.tsx')).MediaViewer }));

const kinds = ['all', 'photo', 'video'] as const;
type Kind = (typeof kinds)[number];
const labels = { all: 'tab-all', photo: 'tab-images', video: 'tab-videos' } as const;

/** All pictures and films that are open to this viewer, newest first. */
export function Page() {
  const { t } = useTranslation();
  const { id: site } = useSite();
  const me = useMe();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const kind = kinds.find((one) => one === search.get('type')) ?? 'all';
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useGallery(kind);
  const [viewed, setViewed] = useState<number | null>(null);
  const mayGoOn = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const goOn = (): void => {
    if (mayGoOn) void fetchNextPage();
  };
  const end = useNearEnd(mayGoOn, goOn);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const open = items.filter(({ media }) => media.url !== null);
  const renew = async (id: string) => {
    const post = items.find(({ media }) => media._id === id)?.post._id;
    return post === undefined
      ? null
      : ((await refreshPost(queries, site, post))?.media.find((media) => media._id === id) ?? null);
  };
  return (
    <div className="media-page page-width">
      <header className="media-page-head">
        <h1 tabIndex={-1}>{t('nav-gallery')}</h1>
        <div className="segments" role="group" aria-label={t('gallery-filter')}>
          {kinds.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="kind"
                checked={one === kind}
                onChange={() =>
                  setSearch(one === 'all' ? {} : { type: one }, { replace: true, preventScrollReset: true })
                }
              />
              <span>{t(labels[one])}</span>
            </label>
          ))}
        </div>
      </header>
      {isPending ? (
        <div className="media-wall" role="status" aria-label={t('a11y-loading')}>
          {[1.4, 0.8, 1.2, 1, 1.5, 0.75, 1.1, 1.3].map((ratio, index) => (
            <div
              key={index}
              className="media-tile skeleton-media"
              style={{ flexGrow: ratio * 100, flexBasis: `${ratio * 14}rem`, aspectRatio: ratio }}
            />
          ))}
        </div>
      ) : null}
      {isError && !data ? (
        <FeedFailed
          onRetry={() => {
            void refetch();
          }}
        />
      ) : null}
      {data && items.length === 0 ? <Empty /> : null}
      {items.length === 0 ? null : (
        <ul className="media-wall">
          {items.map((item, index) => (
            <GalleryTile
              key={`${item.post._id} ${item.media._id}`}
              item={item}
              isFirst={index < 6}
              onOpen={() => setViewed(open.indexOf(item))}
            />
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
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <MediaViewer
            media={open.map(({ media }) => media)}
            title={t('nav-gallery')}
            titleOf={(index) => open[index]?.post.title || t('a11y-picture')}
            isPaid={me !== null}
            start={viewed}
            renew={renew}
            onClose={() => setViewed(null)}
          >
            {(index) => (
              <ViewerFoot post={open[index]?.post._id} isNearEnd={open.length - index <= 3} onNearEnd={goOn} />
            )}
          </MediaViewer>
        </Suspense>
      )}
    </div>
  );
}

/** The way to the post of what is shown; whoever turns towards the end of the list is brought more of it. */
function ViewerFoot({
  post,
  isNearEnd,
  onNearEnd,
}: {
  post: string | undefined;
  isNearEnd: boolean;
  onNearEnd: () => void;
}) {
  const { t } = useTranslation();
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });
  return (
    <p className="viewer-foot">
      {post === undefined ? null : (
        <ButtonLink to={paths.post(post)} tone="paper" size="s">
          {t('btn-see-post')}
        </ButtonLink>
      )}
    </p>
  );
}

function useGallery(kind: Kind) {
  const { id: site } = useSite();
  return useInfiniteQuery({
    queryKey: [site, 'gallery', kind],
    queryFn: async ({ pageParam, signal }): Promise<{ items: readonly GalleryItem[]; next: string | null }> =>
      (
        await api('GET /api/gallery', {
          query: { type: kind, ...(pageParam === null ? {} : { after: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

function Empty() {
  const { t } = useTranslation();
  return (
    <div className="feed-message">
      <p className="feed-message-title">{t('gallery-empty')}</p>
      <p>{t('gallery-empty-text')}</p>
      <ButtonLink to={paths.feed} tone="quiet" size="s">
        {t('btn-go-to-feed')}
      </ButtonLink>
    </div>
  );
}
