import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { useMe, viewerOf } from '../../../lib/site.tsx';

/** Cards to be, in their shape; they appear after 300 ms. */
export function FeedSkeleton({ isMore = false }: { isMore?: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      className="post-grid post-grid-skeleton"
      {...(isMore ? { 'aria-hidden': true } : { role: 'status', 'aria-label': t('a11y-loading') })}
    >
      {Array.from({ length: isMore ? 3 : 6 }, (_, index) => (
        <div key={index} className="post-card">
          <div className="post-media skeleton-media" />
          <div className="skeleton-lines">
            <span />
            <span />
            <span />
          </div>
        </div>
      ))}
    </div>
  );
}

/** POST-022. */
export function FeedEmpty({ onReset }: { onReset: (() => void) | null }) {
  const { t } = useTranslation();
  const mayPost = mayCreatePosts(viewerOf(useMe()));
  return (
    <div className="feed-message">
      <p className="feed-message-title">{t('feed-empty')}</p>
      <p>{onReset ? t('feed-empty-tag') : mayPost ? t('feed-empty-creator') : t('feed-empty-text')}</p>
      {onReset ? (
        <Button tone="quiet" size="s" onClick={onReset}>
          {t('btn-reset')}
        </Button>
      ) : null}
      {!onReset && mayPost ? (
        <ButtonLink to={paths.createPost} tone="quiet" size="s">
          {t('nav-create-post')}
        </ButtonLink>
      ) : null}
    </div>
  );
}

export function FeedFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div className="feed-message" role="alert">
      <p className="feed-message-title">{isOnline ? t('feed-load-failed') : t('offline-title')}</p>
      {isOnline ? null : <p>{t('feed-offline')}</p>}
      <Button tone="quiet" size="s" onClick={onRetry}>
        {t('btn-try-again')}
      </Button>
    </div>
  );
}

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
