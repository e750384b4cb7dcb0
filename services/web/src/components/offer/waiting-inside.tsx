import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMembershipQuote } from '../../entities/membership/membership-quote.ts';
import { useWaitingPosts } from '../../entities/post/waiting-posts.ts';
import { BlurredPicture } from '../picture.tsx';

/** A glimpse of what a membership opens, and how many posts it does (DECISIONS 49). Nothing where it opens none. */
export function WaitingInside() {
  const { t } = useTranslation();
  const { data: quote } = useMembershipQuote();
  const posts = useWaitingPosts();
  if (!quote || quote.opens_posts === 0) return null;
  return (
    <section className="waiting">
      <h2>
        {t('waiting-inside')}
        <span className="figures">{t('post-count', { count: quote.opens_posts })}</span>
      </h2>
      {posts.length < 3 ? null : (
        <div className="waiting-pictures" aria-hidden="true">
          {posts.map((post) => (
            <span key={post._id}>
              <BlurredPicture media={post.media[0]} />
              <Lock className="icon" />
            </span>
          ))}
        </div>
      )}
    </section>
  );
}
