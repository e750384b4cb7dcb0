import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { LoadFailed } from '../../components/load-failed.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { MessagePage } from '../../components/message-page.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ApiError } from '../../lib/api.ts';
import '../../components/styles/media.css';
import { GalleryTile } from './gallery/gallery-tile.tsx';
import { usePostText } from './card/post-display.ts';
import { useRenewedMedia } from './detail/post-gallery.tsx';
import { usePost } from './detail/post-query.ts';
import './gallery/gallery.css';
import type { PostView } from '@backlot/contracts/posts';

const MediaViewer = lazy(async () => ({ default: (await import('./gallery/media-viewer.tsx')).MediaViewer }));

/** Everything that is in one post, as a wall. What is closed leads to the post, where it can be bought. */
export function Page() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data: post, error, refetch } = usePost(id);
  if (post) return <Wall post={post} />;
  if (!error) return <Skeleton lines={6} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <MessagePage
        code={t('not-found-code')}
        title={t('not-found-title')}
        actions={<ButtonLink to={paths.gallery}>{t('nav-gallery')}</ButtonLink>}
      >
        <p>{t('not-found-text')}</p>
      </MessagePage>
    );
  return <LoadFailed onRetry={refetch} />;
}

function Wall({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { title } = usePostText(post);
  const renew = useRenewedMedia(post._id);
  const [viewed, setViewed] = useState<number | null>(null);
  const open = post.media.filter((media) => media.url !== null);
  const from = { _id: post._id, title, date: post.date, purchased: post.purchased };
  return (
    <div className="media-page page-width">
      <header className="media-page-head">
        <h1 tabIndex={-1} dir="auto">
          {title}
        </h1>
        <ButtonLink to={paths.post(post._id)} tone="quiet" size="s">
          {t('btn-see-post')}
        </ButtonLink>
      </header>
      <ul className="media-wall">
        {post.media.map((media, index) => (
          <GalleryTile
            key={media._id}
            item={{ media, post: from }}
            isFirst={index < 6}
            onOpen={() => setViewed(open.indexOf(media))}
          />
        ))}
      </ul>
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <MediaViewer
            media={open}
            title={title}
            isPaid={post.visibility !== 'public'}
            start={viewed}
            renew={renew}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
