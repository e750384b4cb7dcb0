import type { MediaView, PostView } from '@backlot/contracts/posts';
import { isAdmin, isSubscribed } from '@backlot/domain/people/roles';
import { Check, Play } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BlurredPicture, Picture } from '../../../components/picture.tsx';
import { useFilmLength } from '../../../lib/media/film-length.ts';
import { useContents } from '../../../entities/post/post-contents.ts';
import { useMe, viewerOf } from '../../../lib/site.tsx';
import { useSlots } from '../../../components/theme/slots.tsx';
import { coverOf, isLocked, useInside, usePostText } from './post-display.ts';
import { PostKey } from './post-key.tsx';

interface PostMediaProps {
  readonly post: PostView;
  readonly sizes: string;
  readonly isFirst?: boolean;
  /** Where it is open: what lies in the box instead of the first picture (the gallery of the detail). */
  readonly renderOpen?: (onReady: () => void, className: string, wasOpened: boolean) => ReactNode;
  /** Where it is closed: a film that the creator shows of it. */
  readonly renderPreview?: (film: MediaView) => ReactNode;
  /** Without the price on the picture, where it stands beside it. */
  readonly hasKey?: boolean;
}

/** The picture of a post in all its states but error and processing; it sharpens in place when the post opens. */
export function PostMedia({ post, sizes, isFirst = false, renderOpen, renderPreview, hasKey = true }: PostMediaProps) {
  const { LockOverlay } = useSlots();
  const shown = usePostText(post);
  const inside = useInside(post);
  const locked = isLocked(post);
  const { phase, onReady } = useOpening(!locked);
  const cover = coverOf(post);
  const isVeiled = phase !== 'open';
  const wasClosed = useRef(locked);
  const className = phase === 'sharpening' ? 'is-sharpening' : phase === 'loading' ? 'is-waiting' : '';
  const open = (): ReactNode => {
    if (renderOpen) return renderOpen(onReady, className, wasClosed.current && phase === 'open');
    return cover.media ? (
      <Picture
        media={cover.media}
        alt={shown.title}
        sizes={sizes}
        isFirst={isFirst || phase !== 'open'}
        className={className}
        onReady={onReady}
      />
    ) : null;
  };
  const closed = (): ReactNode =>
    locked && cover.isOpen && cover.media ? (
      <Picture media={cover.media} alt="" sizes={sizes} isFirst={isFirst} />
    ) : (
      <BlurredPicture media={post.media[0] ?? cover.media} isFirst={isFirst} />
    );
  const preview =
    locked && cover.isOpen && cover.media?.type === 'video' ? (renderPreview?.(cover.media) ?? null) : null;
  return (
    <>
      {isVeiled ? (preview ?? closed()) : null}
      {locked ? null : open()}
      {isVeiled && preview === null ? (
        <LockOverlay inside={inside} isOpening={phase === 'sharpening'}>
          {hasKey ? <PostKey post={post} wide isOpening={!locked} /> : null}
        </LockOverlay>
      ) : null}
      {isVeiled ? null : <Pills post={post} film={!renderOpen && cover.media?.type === 'video' ? cover.media : null} />}
    </>
  );
}

/** Over an open picture: what it is to this viewer, how many more there are, and that it is a film. */
function Pills({ post, film }: { post: PostView; film: MediaView | null }) {
  const { t } = useTranslation();
  const viewer = viewerOf(useMe());
  const lengthOf = useFilmLength();
  const contents = useContents(post);
  const total = Math.max(post.media.length, post.contentCount.photo + post.contentCount.video);
  const isGift = post.visibility === 'public' && !isAdmin(viewer) && !isSubscribed(viewer?.status);
  const length = film === null || film.duration === null ? null : lengthOf(film.duration);
  return (
    <>
      {film === null ? null : (
        <span className="play-mark card-play" aria-hidden="true">
          <Play className="icon" />
        </span>
      )}
      <span className="post-pills">
        {post.is_published ? null : <span className="pill">{t('post-state-scheduled')}</span>}
        {isGift && post.is_published ? <span className="pill pill-good">{t('post-free-to-see')}</span> : null}
        {post.purchased ? (
          <span className="pill pill-good">
            <Check className="icon" aria-hidden />
            {t('post-yours')}
          </span>
        ) : null}
        {total > 1 ? (
          <span className="pill figures">
            <span aria-hidden="true">{t('post-gallery', { n: 1, total })}</span>
            <span className="visually-hidden">{contents}</span>
          </span>
        ) : null}
        {length === null ? null : (
          <span className="pill figures pill-length">
            <span aria-hidden="true">{length.short}</span>
            <span className="visually-hidden">{t('film-of-length', { length: length.spoken })}</span>
          </span>
        )}
      </span>
    </>
  );
}

type OpeningPhase = 'closed' | 'loading' | 'sharpening' | 'open';

/** Milliseconds of the sharpening; the stylesheets have the same figure in `--slow`. */
const sharpeningMs = 260;

/**
 * From a closed picture to an open one in place: the sharp one is loaded behind the blur, sharpens for 240 ms, and
 * only then is the blur taken away. A post that was open from the start is simply open.
 */
function useOpening(isOpen: boolean): { readonly phase: OpeningPhase; readonly onReady: () => void } {
  const [phase, setPhase] = useState<OpeningPhase>(isOpen ? 'open' : 'closed');
  if (isOpen && phase === 'closed') setPhase('loading');
  if (!isOpen && phase !== 'closed') setPhase('closed');
  useEffect(() => {
    if (phase !== 'sharpening') return undefined;
    keepFocus();
    const timer = setTimeout(() => setPhase('open'), sharpeningMs);
    return () => clearTimeout(timer);
  }, [phase]);
  return { phase, onReady: () => setPhase((now) => (now === 'loading' ? 'sharpening' : now)) };
}

/** The button that opened it goes: whoever was on it stays with the post. */
function keepFocus(): void {
  const post = document.activeElement?.closest('[data-opening]')?.closest('article');
  post?.querySelector<HTMLElement>('.post-caption a, .post-side :is(h1, h2)')?.focus({ preventScroll: true });
}
