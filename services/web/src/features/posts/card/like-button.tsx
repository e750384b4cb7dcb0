import type { PostView } from '@backlot/contracts/posts';
import { likeAction } from '@backlot/domain/posts/reactions';
import { Heart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { keepRouteBeforeLogin } from '../../../entities/person/session.ts';
import { useFormats, useMe, useSetting, viewerOf } from '../../../lib/site.tsx';
import { nextLike, useLikePost } from './like-post.ts';
import { canSee } from './post-display.ts';

/** The heart and its count. Absent where this viewer is not told of likes (`total_likes` null). */
export function LikeButton({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { compact } = useFormats();
  const viewer = viewerOf(useMe());
  const isOn = useSetting('is_feed_like_enabled') === true;
  const location = useLocation();
  const navigate = useNavigate();
  const like = useLikePost(post);
  if (!isOn || post.total_likes === null) return null;
  const press = (): void => {
    switch (likeAction(viewer, { canSee: canSee(post) })) {
      case 'like':
        return like.mutate(nextLike(post));
      case 'detail':
        return void navigate(paths.post(post._id), { state: { background: location } });
      case 'login':
        keepRouteBeforeLogin(paths.post(post._id));
        return void navigate(paths.login);
      case 'nothing':
        return undefined;
    }
  };
  return (
    <button type="button" className="like-button" aria-pressed={post.user_feed_like} onClick={press}>
      <Heart className="icon" aria-hidden />
      <span className="visually-hidden">{t('a11y-like')}</span>
      <span className="figures">{compact(post.total_likes)}</span>
    </button>
  );
}
