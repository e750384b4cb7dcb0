import type { MediaView } from '@backlot/contracts/posts';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { tellRefusedMedia } from '../lib/media/fresh-media.ts';
import { placeholderPicture } from '../lib/media/placeholder.ts';

interface PictureProps {
  readonly media: MediaView;
  /** Empty where words beside it say it all. */
  readonly alt: string;
  /** `sizes` of the sources. */
  readonly sizes: string;
  /** For what the first view shows: loaded at once and first. */
  readonly isFirst?: boolean;
  readonly className?: string;
  /** The whole picture rather than one that fills its box. */
  readonly isWhole?: boolean;
  readonly onReady?: () => void;
}

/** A picture that did not come is asked for so often again, after so many milliseconds each time more. */
const mostAttempts = 2;
const pauseMs = 2000;

/** An open picture: a blurred impression at once, then the size that the screen needs. It never moves what is around it. */
export function Picture({ media, alt, sizes, isFirst = false, className, isWhole = false, onReady }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isReady, setReady] = useState(false);
  const ready = useRef(onReady);
  ready.current = onReady;
  const [isMissed, setMissed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isMissed) return undefined;
    const again = (): void => {
      setMissed(false);
      setAttempt((count) => count + 1);
    };
    addEventListener('online', again);
    const timer = attempt < mostAttempts && navigator.onLine ? setTimeout(again, pauseMs * (attempt + 1)) : undefined;
    return () => {
      removeEventListener('online', again);
      clearTimeout(timer);
    };
  }, [isMissed, attempt]);
  const onError = (): void => {
    // Without a connection nothing better can be asked for; the same address will do when it is back.
    if (navigator.onLine) tellRefusedMedia();
    setMissed(true);
  };
  const missed = useRef(onError);
  missed.current = onError;
  useEffect(() => {
    setMissed(false);
    setAttempt(0);
    // Loaded, or refused, before React was there, or from the cache.
    if (!image.current?.complete || !image.current.currentSrc) return;
    if (image.current.naturalWidth > 0) setReady(true);
    else missed.current();
  }, [media.url]);
  useEffect(() => {
    if (isReady) ready.current?.();
  }, [isReady]);
  const sources = media.sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  return (
    <span className={`picture ${className ?? ''}`} data-whole={isWhole || undefined} style={impressionOf(media)}>
      <img
        ref={image}
        key={`${media.url ?? ''} ${attempt}`}
        src={media.thumbnail_url ?? media.url ?? undefined}
        srcSet={sources || undefined}
        sizes={sources ? sizes : undefined}
        width={media.width}
        height={media.height}
        alt={alt}
        decoding="async"
        draggable={false}
        {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        data-ready={(isReady || isFirst) && !isMissed ? true : undefined}
        onLoad={() => setReady(true)}
        onError={onError}
      />
    </span>
  );
}

/** What a closed picture may show: the server's blur, or the few bytes of its impression. */
export function BlurredPicture({ media, isFirst = false }: { media: MediaView | undefined; isFirst?: boolean }) {
  return (
    <span className="picture picture-blurred" style={media ? impressionOf(media) : undefined}>
      {media?.blur_url ? (
        <img
          src={media.blur_url}
          alt=""
          width={media.width}
          height={media.height}
          decoding="async"
          draggable={false}
          {...(isFirst ? {} : { loading: 'lazy' as const })}
        />
      ) : null}
    </span>
  );
}

function impressionOf(media: MediaView): CSSProperties | undefined {
  const impression = media.placeholder ? placeholderPicture(media.placeholder) : null;
  return impression === null ? undefined : { backgroundImage: `url(${impression})` };
}
