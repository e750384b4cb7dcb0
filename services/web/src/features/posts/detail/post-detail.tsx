import type { PostView } from '@backlot/contracts/posts';
import { mayCreatePosts } from '@backlot/domain/people/capabilities';
import { ChevronLeft, Lock, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { CaptionVeil } from '../../../components/text/caption-veil.tsx';
import { BlurredPicture } from '../../../components/picture.tsx';
import { SiteLink } from '../../../components/site-link.tsx';
import { Time } from '../../../components/text/time.tsx';
import { usePostSlots } from '../../../entities/post/post-slots.tsx';
import { useIsAlive } from '../../../lib/hooks/use-is-alive.ts';
import { useFormats, useMe, useSetting, useSite, viewerOf } from '../../../lib/site.tsx';
import { useUnlocking } from '../../../entities/purchase/unlocking.ts';
import { useSlots } from '../../../components/theme/slots.tsx';
import { LikeButton } from '../card/like-button.tsx';
import { isLocked, kindOf, useInside, usePostText } from '../card/post-display.ts';
import { PostGallery } from './post-gallery.tsx';
import { PostKey } from '../card/post-key.tsx';
import { PostMedia } from '../card/post-media.tsx';
import { PostBanner } from '../card/post-banner.tsx';
import { PostPreview } from './post-preview.tsx';

const sizes = '(min-width: 1000px) min(70vw, 800px), 100vw';
/** Characters up to which a caption without a title is set large. */
const sayMax = 220;
/** From this width on the order stands beside the picture, so that it can be seen to sharpen. */
const beside = '(min-width: 1000px)';

/** Picture and text of one post; the same over the feed and on a page of its own. */
export function PostDetail({ post, isOver, onClose }: { post: PostView; isOver: boolean; onClose: () => void }) {
  const [isOrdering, setOrdering] = useState(false);
  const { Order, ask } = useUnlocking();
  const isClosed = post.state === 'processing' || post.state === 'error';
  const locked = isLocked(post);
  const hasOrder = isOrdering && locked && !post.paymentProcessing;
  const side = useFocusKept(`${hasOrder} ${locked}`);
  const unlock = (): void => {
    if (matchMedia(beside).matches) setOrdering(true);
    else ask(post);
  };
  return (
    <article className="post-detail" data-over={isOver || undefined} data-state={post.state} data-kind={kindOf(post)}>
      <TopBar post={post} isOver={isOver} onClose={onClose} />
      <div className="post-stage" style={stageOf(post)}>
        {isClosed ? (
          <PostBanner post={post} />
        ) : (
          <PostMedia
            post={post}
            sizes={sizes}
            isFirst
            hasKey={false}
            renderPreview={(film) => <PostPreview post={post} film={film} sizes={sizes} />}
            renderOpen={(onReady, className, wasOpened) => (
              <PostGallery post={post} sizes={sizes} onReady={onReady} className={className} wasOpened={wasOpened} />
            )}
          />
        )}
      </div>
      <div ref={side} className="post-side">
        <Who post={post} onClose={onClose} />
        {hasOrder ? (
          <Suspense
            fallback={
              <div className="skeleton-lines">
                <span />
                <span />
                <span />
              </div>
            }
          >
            <Order post={post} onClose={() => setOrdering(false)} />
          </Suspense>
        ) : (
          <PostText post={post} isOver={isOver} onUnlock={unlock} />
        )}
      </div>
    </article>
  );
}

/** Whoever was in the order, or on its button, when it went is led to what stands there instead. */
function useFocusKept(state: string): RefObject<HTMLDivElement | null> {
  const side = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (document.activeElement === document.body)
      side.current
        ?.querySelector<HTMLElement>('.post-order .button:not([data-busy]), :is(h1, h2)')
        ?.focus({ preventScroll: true });
  }, [state]);
  return side;
}

/** On a phone the stage has the first picture's own shape, within bounds that leave room for words and controls. */
function stageOf({ media: [first] }: PostView): CSSProperties | undefined {
  if (!first || first.width === 0 || first.height === 0) return undefined;
  return { '--stage-ratio': Math.min(1.5, Math.max(0.8, first.width / first.height)).toFixed(3) } as CSSProperties;
}

function TopBar({ post, isOver, onClose }: { post: PostView; isOver: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { CardLegend } = useSlots();
  const { title } = usePostText(post);
  const kind = kindOf(post);
  return (
    <header className="post-top">
      <button
        type="button"
        className="icon-button post-back"
        aria-label={isOver ? t('a11y-close') : t('btn-back')}
        onClick={onClose}
      >
        <ChevronLeft className="icon icon-flip post-back-arrow" aria-hidden />
        <X className="icon post-back-cross" aria-hidden />
      </button>
      <span className="post-top-title" aria-hidden="true" dir="auto">
        {title}
      </span>
      <CardLegend
        kind={kind}
        label={t(`post-kind-${kind}`)}
        number={t('post-number', { serial: post.serial })}
        isOpen={post.state === 'unlocked'}
        isPaying={post.paymentProcessing}
      />
    </header>
  );
}

function Who({ post, onClose }: { post: PostView; onClose: () => void }) {
  const { Menu } = usePostSlots();
  const isStaff = mayCreatePosts(viewerOf(useMe()));
  const isAlive = useIsAlive();
  const { name } = useSite();
  const creator = useSetting('model_name') || name;
  const avatar = useSetting('avatar_url') || null;
  const isDated = useSetting('timestamp_visibility.home_feed') === true;
  return (
    <div className="post-who">
      <Avatar name={creator} url={avatar} />
      <p>
        <b>{creator}</b>
        {isDated ? (
          <span className="post-time">
            <Time at={post.date} />
          </span>
        ) : null}
      </p>
      {isStaff && isAlive ? (
        <Suspense fallback={null}>
          <Menu post={post} onGone={onClose} />
        </Suspense>
      ) : null}
    </div>
  );
}

function PostText({ post, isOver, onUnlock }: { post: PostView; isOver: boolean; onUnlock: () => void }) {
  const { t } = useTranslation();
  const { title, isHidden } = usePostText(post);
  const Heading = isOver ? 'h2' : 'h1';
  const text = (post.description ?? '').trim();
  // Without a title of its own a post is called by its first words: they are not said twice.
  const hasTitle = text === '' || !text.startsWith(post.title.replace(/…$/, '').trim());
  const isShort = text.length <= sayMax;
  const { Comments } = usePostSlots();
  return (
    <>
      <Heading tabIndex={-1} dir="auto" className={hasTitle ? 'post-title' : 'visually-hidden'}>
        {title}
      </Heading>
      {isHidden ? (
        <p className="post-text">
          <CaptionVeil seed={post.serial} />
          {t('post-caption-hidden')}
        </p>
      ) : null}
      {text === '' || (hasTitle && text === title) ? null : (
        <p className={!hasTitle && isShort ? 'post-said' : 'post-text'} dir="auto">
          {text}
        </p>
      )}
      {isLocked(post) ? <Closed post={post} onUnlock={onUnlock} /> : null}
      <div className="post-foot">
        <Tags post={post} />
        <LikeButton post={post} />
      </div>
      {post.state === 'processing' || post.state === 'error' ? null : (
        <Suspense fallback={null}>
          <Comments post={post} level={isOver ? 3 : 2} />
        </Suspense>
      )}
    </>
  );
}

/** What is inside, and the way to it. */
function Closed({ post, onUnlock }: { post: PostView; onUnlock: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const inside = useInside(post);
  // The server sends more than one only where their number is told.
  const shown = post.media.length > 1 ? post.media.slice(0, 4) : [];
  return (
    <div className="post-order">
      <p className="post-inside">
        <Lock className="icon" aria-hidden />
        {inside}
      </p>
      {shown.length === 0 ? null : (
        <div className="post-strip" aria-hidden="true">
          {shown.map((media) => (
            <BlurredPicture key={media._id} media={media} />
          ))}
        </div>
      )}
      <div className="post-buy">
        <PostKey post={post} wide size="l" onUnlock={onUnlock} />
      </div>
      <p className="post-order-note" role="status">
        {post.paymentProcessing
          ? t('unlock-pending')
          : post.visibility === 'locked'
            ? post.action === 'unlock'
              ? t('unlock-keep')
              : t('unlock-members-first', { price: money(post.quote?.amount ?? post.amount ?? 0) })
            : t('membership-text')}
      </p>
    </div>
  );
}

function Tags({ post }: { post: PostView }) {
  const isOn = useSetting('feed_tags_enable') === true;
  if (!isOn || post.feed_tags.length === 0) return <span />;
  return (
    <ul className="post-tags">
      {post.feed_tags.map((tag) => (
        <li key={tag.id}>
          <SiteLink to={`${paths.feed}?feed_tag_id=${tag.id}`}>{tag.name}</SiteLink>
        </li>
      ))}
    </ul>
  );
}
