import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../../lib/site.tsx';

/** POST-007: the banner's pictures side by side, turned by a swipe or the arrows. */
export function HeroSlides({ pictures }: { pictures: readonly string[] }) {
  const { t } = useTranslation();
  const { name } = useSite();
  const track = useRef<HTMLDivElement>(null);
  /** Where the arrows lead: a second press counts from there, not from what is passed on the way. */
  const aim = useRef<number | null>(null);
  if (pictures.length === 0) return null;
  const turn = (by: 1 | -1): void => {
    const element = track.current;
    if (!element) return;
    const isRtl = getComputedStyle(element).direction === 'rtl';
    const place = aim.current ?? Math.round(Math.abs(element.scrollLeft) / element.clientWidth);
    const next = (place + by + pictures.length) % pictures.length;
    aim.current = next;
    element.scrollTo({
      left: next * element.clientWidth * (isRtl ? -1 : 1),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
  };
  const leave = (): void => {
    aim.current = null;
  };
  return (
    <>
      <div
        ref={track}
        className="feed-hero-media"
        {...(pictures.length > 1
          ? {
              role: 'group',
              'aria-label': t('a11y-carousel', { site: name }),
              tabIndex: 0,
              onScrollEnd: leave,
              onPointerDown: leave,
              onWheel: leave,
              onKeyDown: leave,
            }
          : {})}
      >
        {pictures.map((picture, index) => (
          <img
            key={picture}
            src={picture}
            alt=""
            draggable={false}
            decoding="async"
            {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          />
        ))}
      </div>
      {pictures.length > 1 ? (
        <div className="feed-hero-arrows">
          <button type="button" className="round-button" aria-label={t('a11y-previous')} onClick={() => turn(-1)}>
            <ChevronLeft className="icon icon-flip" aria-hidden />
          </button>
          <button type="button" className="round-button" aria-label={t('a11y-next')} onClick={() => turn(1)}>
            <ChevronRight className="icon icon-flip" aria-hidden />
          </button>
        </div>
      ) : null}
    </>
  );
}
