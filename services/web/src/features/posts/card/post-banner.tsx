import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { BlurredPicture } from '../../../components/picture.tsx';
import { useFormats } from '../../../lib/site.tsx';

/** In place of the picture: what hinders it. Staff alone see the first, the second cannot be opened by anybody. */
export function PostBanner({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isError = post.state === 'error';
  const total = Math.max(1, post.contentCount.photo + post.contentCount.video, post.contentLeftForProcessing);
  const done = (total - post.contentLeftForProcessing) / total;
  return (
    <div className="post-banner" data-tone={isError ? 'bad' : 'busy'}>
      <BlurredPicture media={post.media[0]} />
      <div className="post-banner-inside">
        <p className="post-banner-text">
          {isError ? post.error_text || t('post-state-error') : t('post-state-processing')}
        </p>
        {isError ? (
          <ButtonLink to={paths.postTask(post._id, 'review', `${pathname}${search}`)} tone="paper" size="s">
            {t('btn-review-and-post')}
          </ButtonLink>
        ) : (
          <Done part={done} />
        )}
      </div>
    </div>
  );
}

function Done({ part }: { part: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const percent = Math.round(part * 100);
  return (
    <span
      className="banner-progress"
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-label={t('a11y-progress', { percent: number(percent) })}
    >
      <span style={{ inlineSize: `${Math.max(percent, 4)}%` }} />
    </span>
  );
}
