import type { MediaView } from '@backlot/contracts/posts';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFilmLength } from '../../lib/media/film-length.ts';
import { Picture } from '../picture.tsx';

interface FilmPosterProps {
  readonly media: MediaView;
  readonly title: string;
  readonly sizes: string;
  readonly isFirst: boolean;
  readonly className: string;
  readonly onReady?: () => void;
  readonly onPress: () => void;
}

/** A film before its player is there; a press is kept for it. */
export function FilmPoster({ media, title, sizes, isFirst, className, onReady, onPress }: FilmPosterProps) {
  const { t } = useTranslation();
  return (
    <div className="film" role="group" aria-label={t('film-player', { title })}>
      <Picture
        media={media}
        alt={title}
        sizes={sizes}
        isWhole
        isFirst={isFirst}
        className={className}
        {...(onReady ? { onReady } : {})}
      />
      <FilmStart duration={media.duration} onPress={onPress} />
    </div>
  );
}

export function FilmStart({ duration, onPress }: { duration: number | null; onPress: () => void }) {
  const { t } = useTranslation();
  const lengthOf = useFilmLength();
  const length = duration === null ? null : lengthOf(duration);
  return (
    <button type="button" className="film-start" onClick={onPress}>
      <span className="visually-hidden">
        {length ? t('film-play-length', { length: length.spoken }) : t('film-play')}
      </span>
      <span className="play-mark" aria-hidden="true">
        <Play className="icon" />
      </span>
      {length ? (
        <span className="pill figures film-length" aria-hidden="true">
          {length.short}
        </span>
      ) : null}
    </button>
  );
}
