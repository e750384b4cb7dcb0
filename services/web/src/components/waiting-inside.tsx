import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useWaitingPosts } from '../calls/waiting-posts.ts';
import { BlurredPicture } from './picture.tsx';

/** A glimpse of what a membership opens. Nothing where nothing is closed. */
export function WaitingInside() {
  const { t } = useTranslation();
  const waiting = useWaitingPosts();
  if (!waiting || waiting.posts.length < 3) return null;
  return (
    <section className="waiting">
      <h2>{t('waiting-inside')}<span className="figures">{t('post-count', { count: waiting.total })}</span></h2>
      <div className="waiting-pictures" aria-hidden="true">
        {waiting.posts.map((post) => <span key={post._id}><BlurredPicture media={post.media[0]} /><Lock className="icon" /></span>)}
      </div>
    </section>
  );
}
