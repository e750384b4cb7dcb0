import type { PostView } from '@backlot/contracts/posts';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { memo, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { wantPost } from '../../../lib/navigation/return-address.ts';
import { CaptionVeil } from '../../../components/text/caption-veil.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { Time } from '../../../components/text/time.tsx';
import { usePostSlots } from '../../../entities/post/post-slots.tsx';
import { useIsAlive } from '../../../lib/hooks/use-is-alive.ts';
import { useMe, useSetting, viewerOf } from '../../../lib/site.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';
import { CommentsLink } from './comments-link.tsx';
import { LikeButton } from './like-button.tsx';
import { kindOf, usePostText } from './post-display.ts';
import { PostMedia } from './post-media.tsx';
import { PostBanner } from './post-banner.tsx';
import { usePaymentWatch } from './payment-watch.ts';

const kindTexts = {
  error: 'post-kind-error',
  processing: 'post-kind-processing',
  bought: 'post-kind-bought',
  locked: 'post-kind-locked',
  private: 'post-kind-private',
  public: 'post-kind-public',
} as const;

/** Width of a card in the grid of three, two and one. */
const sizes = '(min-width: 1100px) min(33vw, 440px), (min-width: 700px) 50vw, 100vw';
/** Of one that is as wide as two. */
const leadSizes = '(min-width: 1100px) min(66vw, 880px), 100vw';

/** A post in the feed. Its states, highest precedence first: error, processing, locked for non-members, locked for purchase, unlocked. */
export const PostCard = memo(function PostCard({
  post,
  isFirst,
  isLead = false,
}: {
  post: PostView;
  isFirst: boolean;
  isLead?: boolean;
}) {
  const { t } = useTranslation();
  const { CardLegend } = useSlots();
  const shown = usePostText(post);
  const isDated = useSetting('timestamp_visibility.home_feed') === true;
  const kind = kindOf(post);
  const { Menu } = usePostSlots();
  const isStaff = mayCreatePosts(viewerOf(useMe()));
  const isAlive = useIsAlive();
  usePaymentWatch(post);
  const isClosed = post.state === 'processing' || post.state === 'error';
  return (
    <article
      className="post-card"
      data-state={post.state}
      data-kind={kind}
      data-paying={post.paymentProcessing || undefined}
    >
      <CardLegend
        kind={kind}
        label={t(kindTexts[kind])}
        number={t('post-number', { serial: post.serial })}
        isOpen={post.state === 'unlocked'}
        isPaying={post.paymentProcessing}
      />
      <div className="post-media">
        {isClosed ? (
          <PostBanner post={post} />
        ) : (
          <>
            <CardLink post={post} isOnPicture>
              {null}
            </CardLink>
            <PostMedia post={post} sizes={isLead ? leadSizes : sizes} isFirst={isFirst} />
          </>
        )}
      </div>
      <p className="post-caption" dir="auto" data-hidden={shown.isHidden || undefined}>
        {shown.isHidden ? <CaptionVeil seed={post.serial} /> : null}
        {post.state === 'processing' ? shown.preview : <CardLink post={post}>{shown.preview}</CardLink>}
      </p>
      <div className="post-foot">
        {isDated ? (
          <span className="post-time">
            <Time at={post.date} />
          </span>
        ) : (
          <span className="post-time" />
        )}
        <LikeButton post={post} />
        <CommentsLink post={post} />
        {isStaff && isAlive ? (
          <Suspense fallback={null}>
            <Menu post={post} />
          </Suspense>
        ) : null}
      </div>
    </article>
  );
});

/** The picture leads where the words lead; one of the two is enough for a keyboard. */
function CardLink({
  post,
  isOnPicture = false,
  children,
}: {
  post: PostView;
  isOnPicture?: boolean;
  children: ReactNode;
}) {
  const location = useLocation();
  const isGate = post.action === 'register' || post.action === 'membership';
  const to =
    isGate && isOnPicture ? (post.action === 'register' ? paths.register : paths.membership) : paths.post(post._id);
  const state = to === paths.post(post._id) ? { background: location } : undefined;
  return isOnPicture ? (
    <SiteLink
      to={to}
      state={state}
      onClick={isGate ? () => wantPost(post._id) : undefined}
      className="post-cover"
      aria-hidden="true"
      tabIndex={-1}
    >
      {children}
    </SiteLink>
  ) : (
    <SiteLink to={to} state={state}>
      {children}
    </SiteLink>
  );
}
