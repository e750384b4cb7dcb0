import { Heart, ImageOff, Images, LoaderCircle } from 'lucide-react';
import type { PostView } from '@backlot/contracts/posts';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../components/picture.tsx';
import { Time } from '../../components/time.tsx';
import { useFormats } from '../../lib/site.tsx';
import { PostActions } from './post-actions.tsx';
import { PostStateChip, usePostName, VisibilityChip } from './post-facts.tsx';

interface PostsProps { readonly posts: readonly PostView[]; readonly onDelete: (post: PostView) => void }

export function PostsGrid({ posts, onDelete }: PostsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const nameOf = usePostName();
  return (
    <ul className="posts-grid">
      {posts.map((post) => (
        <li key={post._id} className="panel-card post-tile">
          <div className="post-picture">
            <PostPicture post={post} />
            <span className="post-chips"><VisibilityChip post={post} /><PostStateChip post={post} /></span>
            {post.media.length > 1 ? <span className="post-many"><Images className="icon" aria-hidden />{number(post.media.length)}<span className="visually-hidden">{t('photo-count', { count: post.media.length })}</span></span> : null}
            <PostActions post={post} onDelete={onDelete} />
          </div>
          <div className="post-words">
            <p dir="auto">{nameOf(post)}</p>
            {post.error_text ? <p className="form-wrong">{post.error_text}</p> : null}
            <footer className="muted small"><Time at={post.date} exact={!post.is_published} />{post.total_likes === null ? null : <span><Heart className="icon" aria-hidden />{number(post.total_likes)}<span className="visually-hidden">{t('like-count', { count: post.total_likes })}</span></span>}</footer>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function PostPicture({ post }: { post: PostView }) {
  const [first] = post.media;
  if (first && (first.url !== null || first.thumbnail_url !== null)) return <Picture media={first} alt="" sizes="(min-width: 700px) 18rem, 50vw" />;
  const Icon = post.state === 'error' ? ImageOff : LoaderCircle;
  return <span className="post-no-picture" data-state={post.state}><Icon className="icon" aria-hidden /></span>;
}
