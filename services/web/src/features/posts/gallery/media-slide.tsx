import type { MediaView } from '@backlot/contracts/posts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/film/film.css';
import { FilmPoster } from '../../../components/film/film-poster.tsx';
import { hasFilm } from '../../../components/film/film-source.ts';
import { Picture } from '../../../components/picture.tsx';
import { paidMedia } from '../../../lib/media/paid-media.ts';
import { useIsAlive } from '../../../lib/hooks/use-is-alive.ts';

/** Loaded where the first film is shown. */
const FilmPlayer = lazy(async () => ({
  default: (await import('../../../components/film/film-player.tsx')).FilmPlayer,
}));

interface MediaSlideProps {
  readonly media: MediaView;
  readonly title: string;
  readonly sizes: string;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly className: string;
  readonly renew: (id: string) => Promise<MediaView | null>;
  readonly onReady?: () => void;
  readonly startsMuted?: boolean;
  readonly onPress?: () => void;
  readonly isPaid?: boolean;
}

/** One picture or film that is open, whole in its box. */
export function MediaSlide({
  media,
  title,
  sizes,
  isShown,
  isFirst,
  className,
  renew,
  onReady,
  startsMuted = false,
  onPress,
  isPaid = true,
}: MediaSlideProps) {
  const { t } = useTranslation();
  const isAlive = useIsAlive();
  const [wasPressed, setPressed] = useState(false);
  const poster = (
    <Picture
      media={media}
      alt={title}
      sizes={sizes}
      isWhole
      isFirst={isFirst}
      className={className}
      {...(onReady ? { onReady } : {})}
    />
  );
  if (media.type === 'video' && hasFilm(media)) {
    const waiting = (
      <FilmPoster
        media={media}
        title={title}
        sizes={sizes}
        isFirst={isFirst}
        className={className}
        onPress={() => setPressed(true)}
        {...(onReady ? { onReady } : {})}
      />
    );
    if (!isAlive) return waiting;
    return (
      <Suspense fallback={waiting}>
        <FilmPlayer
          media={media}
          isPaid={isPaid}
          title={title}
          sizes={sizes}
          isShown={isShown}
          isFirst={isFirst}
          className={className}
          renew={() => renew(media._id)}
          startsMuted={startsMuted}
          wasPressed={wasPressed}
          {...(onReady ? { onReady } : {})}
        />
      </Suspense>
    );
  }
  if (media.is_process || media.is_error || media.url === null) {
    return <p className="media-waiting">{t(media.is_error ? 'post-state-error' : 'film-processing')}</p>;
  }
  // The button beside it does the same for a keyboard.
  return onPress ? (
    <span className="media-press" role="presentation" onClick={onPress} {...paidMedia(isPaid)}>
      {poster}
    </span>
  ) : (
    poster
  );
}
