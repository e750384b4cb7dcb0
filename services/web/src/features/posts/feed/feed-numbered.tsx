import { pager } from '@backlot/domain/pager';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useFormats } from '../../../lib/site.tsx';
import { FeedEmpty, FeedFailed, FeedSkeleton } from './feed-states.tsx';
import { PostGrid } from './post-grid.tsx';
import type { FeedProps } from './feed-props.ts';
import { useFeedPage } from './feed-query.ts';

/** POST-024, POST-025: the feed in numbered pages; the number stands in the address. */
export function NumberedFeed({ tag, onTotal, onReset }: FeedProps) {
  const [search] = useSearchParams();
  const asked = Math.max(1, Math.trunc(Number(search.get('page'))) || 1);
  const { data, isPending, isError, isPlaceholderData, refetch } = useFeedPage(tag, asked, true);
  const top = useRef<HTMLDivElement>(null);
  const shown = data?.pages[0];
  const total = shown?.totalRows;
  useEffect(() => {
    if (total !== undefined) onTotal(total);
  }, [total, onTotal]);
  const turned = useRef(asked);
  useEffect(() => {
    if (turned.current === asked || isPlaceholderData) return;
    turned.current = asked;
    top.current?.scrollIntoView({ block: 'start' });
    top.current?.focus({ preventScroll: true });
  }, [asked, isPlaceholderData]);
  if (isPending) return <FeedSkeleton />;
  if (isError && !shown)
    return (
      <FeedFailed
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!shown || shown.totalRows === 0) return <FeedEmpty onReset={onReset} />;
  const limit = Math.max(1, Math.ceil(shown.totalRows / Math.max(1, shown.totalPages)), shown.blogs.length);
  return (
    <div ref={top} tabIndex={-1} className="feed-numbered" aria-busy={isPlaceholderData}>
      <PostGrid posts={shown.blogs} />
      <FeedPager page={shown.currentPage} last={shown.totalPages} limit={limit} total={shown.totalRows} />
    </div>
  );
}

function FeedPager({ page, last, limit, total }: { page: number; last: number; limit: number; total: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [search, setSearch] = useSearchParams();
  const { pages, from, to } = pager({ page, limit, total });
  if (last <= 1) return null;
  const go = (to: number) => (): void =>
    setSearch({ ...Object.fromEntries(search), page: String(to) }, { preventScrollReset: true });
  return (
    <nav className="feed-pager" aria-label={t('feed-heading')}>
      <p className="figures">{t('pager-showing', { from: number(from), to: number(to), total: number(total) })}</p>
      <div className="feed-pages">
        <button type="button" className="chip" disabled={page === 1} onClick={go(1)}>
          {t('a11y-first-page')}
        </button>
        {pages
          .filter((one) => one <= last)
          .map((one) =>
            one === page ? (
              <span
                key={one}
                className="chip figures"
                aria-current="page"
                aria-label={t('a11y-page', { n: number(one) })}
              >
                {number(one)}
              </span>
            ) : (
              <button
                key={one}
                type="button"
                className="chip figures"
                aria-label={t('a11y-page', { n: number(one) })}
                onClick={go(one)}
              >
                {number(one)}
              </button>
            ),
          )}
        <button type="button" className="chip" disabled={page === last} onClick={go(last)}>
          {t('a11y-last-page')}
        </button>
      </div>
    </nav>
  );
}
