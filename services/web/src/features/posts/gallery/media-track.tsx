import type { MediaView } from '@backlot/contracts/posts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/site.tsx';
import { MediaSlide } from './media-slide.tsx';
import './media-track.css';

export interface MediaTrackProps {
  readonly media: readonly MediaView[];
  readonly title: string;
  /** Where they are not of one post: what each is called. */
  readonly titleOf?: ((index: number) => string) | undefined;
  readonly sizes: string;
  /** They are not of a public post. */
  readonly isPaid?: boolean;
  /** The item that is shown first. */
  readonly start?: number;
  readonly renew: (id: string) => Promise<MediaView | null>;
  /** The first picture is there. */
  readonly onReady?: () => void;
  /** Of the first picture, while it sharpens. */
  readonly className?: string;
  /** The first film was just bought: it begins without sound. */
  readonly startsMuted?: boolean;
  /** On the shown item: a press on a photo. */
  readonly onPress?: (index: number) => void;
  /** Over the item that is shown. */
  readonly children?: (index: number) => ReactNode;
}

/** More dots than these would be a line. */
const mostDots = 12;
/** So many on either side are there; further ones are drawn when they come near. */
const nearby = 3;

/** Pictures and films side by side: a swipe, the arrows and the arrow keys turn them. */
export function MediaTrack({
  media,
  title,
  titleOf = () => title,
  sizes,
  isPaid = true,
  start = 0,
  renew,
  onReady,
  className = '',
  startsMuted = false,
  onPress,
  children,
}: MediaTrackProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const track = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(start);
  /** Where the arrows lead: what is passed on the way is not shown, and a second press counts from there. */
  const aim = useRef<number | null>(null);
  const total = media.length;
  const turnTo = (index: number): void => {
    const element = track.current;
    if (!element || index < 0 || index >= total) return;
    aim.current = index;
    element.scrollTo({
      left: placeOf(element, index),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    setShown(index);
  };
  const turn = useRef(turnTo);
  turn.current = turnTo;
  useEffect(() => {
    if (start === 0) return undefined;
    // A dialog around it opens after this, and has no width before.
    const frame = requestAnimationFrame(() => {
      if (track.current) track.current.scrollTo({ left: placeOf(track.current, start), behavior: 'instant' });
    });
    return () => cancelAnimationFrame(frame);
  }, [start]);
  useEffect(() => {
    if (total < 2) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (event.defaultPrevented || target?.closest('input, select, textarea, [contenteditable]')) return;
      // What lies over the page has the keys to itself.
      const dialogs = document.querySelectorAll('dialog[open]');
      const top = dialogs[dialogs.length - 1];
      if (top && !top.contains(track.current)) return;
      const isRtl = document.documentElement.dir === 'rtl';
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
      // The track would turn itself as well.
      event.preventDefault();
      turn.current(shown + ((event.key === 'ArrowRight') === isRtl ? -1 : 1));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shown, total]);
  const onScroll = (): void => {
    const element = track.current;
    if (!element || element.clientWidth === 0) return;
    const place = Math.abs(element.scrollLeft) / element.clientWidth;
    if (aim.current !== null && Math.abs(place - aim.current) > 0.02) return;
    aim.current = null;
    setShown(Math.min(total - 1, Math.round(place)));
  };
  const leave = (): void => {
    aim.current = null;
  };
  const settle = (): void => {
    leave();
    onScroll();
  };
  const moves = total > 1 ? { tabIndex: 0, onScroll, onScrollEnd: settle, onPointerDown: leave, onWheel: leave } : {};
  return (
    <div
      className="gallery"
      role="group"
      aria-label={title}
      data-kind={media[shown]?.type}
      data-dots={(total > 1 && total <= mostDots) || undefined}
    >
      <div ref={track} className="gallery-track" {...moves}>
        {media.map((one, index) => (
          <div
            key={one._id}
            className="gallery-slide"
            aria-hidden={index === shown ? undefined : true}
            inert={index !== shown}
          >
            {Math.abs(index - shown) > nearby ? null : (
              <MediaSlide
                media={one}
                sizes={sizes}
                isShown={index === shown}
                isFirst={index === start}
                className={index === 0 ? className : ''}
                renew={renew}
                title={
                  total > 1
                    ? t(one.type === 'video' ? 'a11y-post-film' : 'a11y-post-picture', {
                        n: number(index + 1),
                        total: number(total),
                        title: titleOf(index),
                      })
                    : titleOf(index)
                }
                isPaid={isPaid}
                startsMuted={startsMuted && index === 0}
                {...(index === 0 && onReady ? { onReady } : {})}
                {...(onPress ? { onPress: () => onPress(index) } : {})}
              />
            )}
          </div>
        ))}
      </div>
      {children?.(shown)}
      {total > 1 ? (
        <>
          <button
            type="button"
            className="round-button gallery-previous"
            aria-label={t('a11y-previous')}
            disabled={shown === 0}
            onClick={() => turnTo(shown - 1)}
          >
            <ChevronLeft className="icon icon-flip" aria-hidden />
          </button>
          <button
            type="button"
            className="round-button gallery-next"
            aria-label={t('a11y-next')}
            disabled={shown === total - 1}
            onClick={() => turnTo(shown + 1)}
          >
            <ChevronRight className="icon icon-flip" aria-hidden />
          </button>
          {total <= mostDots ? (
            <span className="gallery-dots" aria-hidden="true">
              {media.map((one, index) => (
                <i key={one._id} data-on={index === shown || undefined} />
              ))}
            </span>
          ) : null}
          <p className="pill figures gallery-count" aria-live="polite">
            <span aria-hidden="true">{t('post-gallery', { n: number(shown + 1), total: number(total) })}</span>
            <span className="visually-hidden">
              {t('a11y-gallery-count', { n: number(shown + 1), total: number(total) })}
            </span>
          </p>
        </>
      ) : null}
    </div>
  );
}

const placeOf = (element: HTMLElement, index: number): number =>
  index * element.clientWidth * (getComputedStyle(element).direction === 'rtl' ? -1 : 1);
