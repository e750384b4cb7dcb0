import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { LoadFailed } from '../../components/load-failed.tsx';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/navigation/title.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { ApiError } from '../../lib/api.ts';
import '../../components/styles/media.css';
import './detail/post.css';
import { PostDetail } from './detail/post-detail.tsx';
import { usePostText } from './card/post-display.ts';
import { usePost } from './detail/post-query.ts';
import { useOwnAddress } from './detail/own-address.ts';
import type { PostView } from '@backlot/contracts/posts';

/** One post: over the feed when it was opened from there, else a page of its own. */
export function Page() {
  const { t } = useTranslation();
  const { blog_id: id = '' } = useParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const isOver = Boolean((state as { background?: unknown } | null)?.background);
  const { data: post, error, refetch } = usePost(id);
  useOwnAddress(id, post?._id);
  const close = (): void => {
    void (isOver ? navigate(-1) : navigate(paths.feed));
  };
  const content = post ? (
    <OnePost post={post} isOver={isOver} onClose={close} />
  ) : error ? (
    <Missing
      isGone={error instanceof ApiError && (error.status === 404 || error.status === 400)}
      onRetry={() => {
        void refetch();
      }}
    />
  ) : (
    <div className="post-detail post-detail-waiting" role="status" aria-label={t('a11y-loading')}>
      <div className="post-stage skeleton-media" />
      <div className="post-side">
        <div className="skeleton-lines">
          <span />
          <span />
          <span />
        </div>
      </div>
    </div>
  );
  if (!isOver) return <div className="post-page page-width">{content}</div>;
  return (
    <Over title={post} onClose={close}>
      {content}
    </Over>
  );
}

function Over({
  title,
  onClose,
  children,
}: {
  title: PostView | undefined;
  onClose: () => void;
  children: React.ReactNode;
}) {
  const { t } = useTranslation();
  return title ? (
    <OverNamed post={title} onClose={onClose}>
      {children}
    </OverNamed>
  ) : (
    <Dialog title={t('a11y-loading')} hideTitle shape="full" className="post-overlay" onClose={onClose}>
      {children}
    </Dialog>
  );
}

function OverNamed({ post, onClose, children }: { post: PostView; onClose: () => void; children: React.ReactNode }) {
  const { title } = usePostText(post);
  return (
    <Dialog title={title} hideTitle shape="full" className="post-overlay" onClose={onClose}>
      {children}
    </Dialog>
  );
}

function OnePost({ post, isOver, onClose }: { post: PostView; isOver: boolean; onClose: () => void }) {
  const { title } = usePostText(post);
  useTitle(title);
  return <PostDetail post={post} isOver={isOver} onClose={onClose} />;
}

function Missing({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (isGone)
    return (
      <MessagePage title={t('not-found')} actions={<ButtonLink to={paths.feed}>{t('btn-go-to-feed')}</ButtonLink>}>
        <p>{t('post-not-found')}</p>
      </MessagePage>
    );
  return <LoadFailed onRetry={onRetry} />;
}
