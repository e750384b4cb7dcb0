import { Film, Heart, ImageOff, Images, LoaderCircle, MessageCircle, ShieldCheck } from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../../components/picture.tsx';
import { Time } from '../../../components/text/time.tsx';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { filmClock } from '../../../lib/media/film-length.ts';
import { useFormats } from '../../../lib/site.tsx';
import { useMediaProgress } from './media-progress.ts';
import { PostMenu } from './post-menu.tsx';
import { PostStateChip, SoundLost, usePostName, VisibilityChip } from './post-labels.tsx';

export function PostsGrid({ posts }: { posts: readonly PostView[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const nameOf = usePostName();
  return (
    <ul className="posts-grid">
      {posts.map((post) => (
        <li key={post._id} className="panel-card post-tile">
          <div className="post-picture">
            <PostPicture post={post} />
            <span className="post-chips">
              <VisibilityChip post={post} />
              <PostStateChip post={post} />
            </span>
            <PostInside post={post} />
            <PostMenu post={post} />
          </div>
          <div className="post-summary">
            <p dir="auto">{nameOf(post)}</p>
            {post.error_text ? <p className="form-wrong">{post.error_text}</p> : null}
            <SoundLost post={post} />
            <PostWork post={post} />
            <footer className="muted small">
              <Time at={post.date} exact={!post.is_published} />
              {post.total_likes === null ? null : (
                <span>
                  <Heart className="icon" aria-hidden />
                  {number(post.total_likes)}
                  <span className="visually-hidden">{t('like-count', { count: post.total_likes })}</span>
                </span>
              )}
              {post.total_comments ? (
                <span>
                  <MessageCircle className="icon" aria-hidden />
                  {number(post.total_comments)}
                </span>
              ) : null}
            </footer>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** How many photos and films it holds, and how long they are together. */
function PostInside({ post: { contentCount, content_length: seconds } }: { post: PostView }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { photo, video } = contentCount;
  if (photo + video < 2 && video === 0) return null;
  return (
    <span className="post-many">
      {photo > 0 ? (
        <>
          <Images className="icon" aria-hidden />
          {number(photo)}
          <span className="visually-hidden">{t('photo-count', { count: photo })}</span>
        </>
      ) : null}
      {video > 0 ? (
        <>
          <Film className="icon" aria-hidden />
          {photo > 0 || video > 1 ? number(video) : null}
          {seconds ? <span dir="ltr">{filmClock(seconds)}</span> : null}
          <span className="visually-hidden">{t('video-count', { count: video })}</span>
        </>
      ) : null}
    </span>
  );
}

/** What a post still waits for: its processing, as far as it is, or somebody's review. */
function PostWork({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const progress = useMediaProgress(post.media.filter(({ is_process: isWaiting }) => isWaiting).map(({ _id }) => _id));
  const { number } = useFormats();
  if (post.state === 'error' || post.isError) {
    return (
      <button
        type="button"
        className="btn"
        data-size="s"
        onClick={() => void navigate(`${paths.postTask(post._id, 'review')}${search}`, { state: { isFromList: true } })}
      >
        <ShieldCheck className="icon" aria-hidden />
        {t('btn-review-and-post')}
      </button>
    );
  }
  if (post.state !== 'processing') return null;
  const total = post.contentCount.photo + post.contentCount.video;
  const share = total === 0 ? 0 : (total - post.contentLeftForProcessing + progress) / total;
  return (
    <div className="post-work">
      <span
        className="progress"
        role="progressbar"
        aria-label={t('upload-state-processing')}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <small className="muted">
        {t('posts-left', { n: number(post.contentLeftForProcessing), total: number(total) })}
      </small>
    </div>
  );
}

export function PostPicture({ post }: { post: PostView }) {
  const [first] = post.media;
  if (first && (first.url !== null || first.thumbnail_url !== null))
    return <Picture media={first} alt="" sizes="(min-width: 700px) 18rem, 50vw" />;
  const Icon = post.state === 'error' ? ImageOff : LoaderCircle;
  return (
    <span className="post-no-picture" data-state={post.state}>
      <Icon className="icon" aria-hidden />
    </span>
  );
}
