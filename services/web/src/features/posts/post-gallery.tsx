import type { PostView } from '@backlot/contracts/posts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../components/picture.tsx';
import { useFormats } from '../../lib/site.tsx';
import { usePostWords } from './post-facts.ts';

interface GalleryProps {
  readonly post: PostView;
  readonly sizes: string;
  /** The first picture is there. */
  readonly onReady: () => void;
  /** Of the first picture, while it sharpens. */
  readonly className: string;
}

/** Pictures side by side: a swipe, the arrows and the arrow keys turn them. */
export function PostGallery({ post, sizes, onReady, className }: GalleryProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { title } = usePostWords(post);
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const total = post.media.length;
  const turnTo = (index: number): void => {
    const element = track.current;
    if (!element || index < 0 || index >= total) return;
    const isRtl = getComputedStyle(element).direction === 'rtl';
    element.scrollTo({ left: index * element.clientWidth * (isRtl ? -1 : 1), behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
    setShown(index);
  };
  const turn = useRef(turnTo);
  turn.current = turnTo;
  useEffect(() => {
    if (total < 2) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.target instanceof HTMLElement && event.target.closest('input, select, textarea, [contenteditable]'))) return;
      const isRtl = document.documentElement.dir === 'rtl';
      if (event.key === 'ArrowRight') turn.current(shown + (isRtl ? -1 : 1));
      if (event.key === 'ArrowLeft') turn.current(shown + (isRtl ? 1 : -1));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shown, total]);
  const onScroll = (): void => {
    const element = track.current;
    if (element && element.clientWidth > 0) setShown(Math.min(total - 1, Math.round(Math.abs(element.scrollLeft) / element.clientWidth)));
  };
  return (
    <div className="gallery" role="group" aria-label={title}>
      <div ref={track} className="gallery-track" onScroll={total > 1 ? onScroll : undefined} {...(total > 1 ? { tabIndex: 0 } : {})}>
        {post.media.map((media, index) => (
          <div key={media._id} className="gallery-slide" aria-hidden={index === shown ? undefined : true}>
            <Picture
              media={media} sizes={sizes} isWhole isFirst={index === 0} className={index === 0 ? className : ''}
              alt={total > 1 ? t('a11y-post-picture', { n: number(index + 1), total: number(total), title }) : title}
              {...(index === 0 ? { onReady } : {})}
            />
          </div>
        ))}
      </div>
      {total > 1 ? (
        <>
          <button type="button" className="round-button gallery-previous" aria-label={t('a11y-previous')} disabled={shown === 0} onClick={() => turnTo(shown - 1)}><ChevronLeft className="icon icon-flip" aria-hidden /></button>
          <button type="button" className="round-button gallery-next" aria-label={t('a11y-next')} disabled={shown === total - 1} onClick={() => turnTo(shown + 1)}><ChevronRight className="icon icon-flip" aria-hidden /></button>
          <p className="pill figures gallery-count" aria-live="polite"><span aria-hidden="true">{t('post-gallery', { n: number(shown + 1), total: number(total) })}</span><span className="visually-hidden">{t('a11y-gallery-count', { n: number(shown + 1), total: number(total) })}</span></p>
        </>
      ) : null}
    </div>
  );
}
