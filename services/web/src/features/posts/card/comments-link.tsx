import type { PostView } from '@backlot/contracts/posts';
import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { useFormats, useSetting } from '../../../lib/site.tsx';

/** How much was said, and the way there. Absent where this viewer is not told (`total_comments` null). */
export function CommentsLink({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { compact } = useFormats();
  const location = useLocation();
  const isOn = useSetting('is_feed_comment_enabled') === true;
  if (!isOn || post.total_comments === null || post.state === 'processing' || post.state === 'error') return null;
  return (
    <SiteLink to={`${paths.post(post._id)}#comments`} state={{ background: location }} className="like-button">
      <MessageCircle className="icon icon-flip" aria-hidden />
      <span className="visually-hidden">{t('comment-count', { count: post.total_comments })}</span>
      <span className="figures" aria-hidden="true">
        {compact(post.total_comments)}
      </span>
    </SiteLink>
  );
}
