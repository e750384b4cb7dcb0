import type { SpriteView } from '@backlot/contracts/posts';
import { Maximize, Minimize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { filmClock } from '../../lib/media/film-length.ts';
import { FilmMenu } from './film-menu.tsx';
import { FilmScrubber } from './film-scrubber.tsx';
import type { FullScreen } from './full-screen.ts';
import type { Film } from './use-film.ts';

/** The bar below a film. Time runs to the right in every language, as it does on a tape. */
export function FilmControls({ film, sprite, screen }: { film: Film; sprite: SpriteView | null; screen: FullScreen }) {
  const { t } = useTranslation();
  const left = Math.max(0, film.duration - film.time);
  return (
    <div className="film-controls" dir="ltr">
      <FilmScrubber film={film} sprite={sprite} />
      <div className="film-row">
        <button type="button" aria-label={film.isPlaying ? t('film-pause') : t('film-play')} onClick={film.toggle}>
          {film.isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
        </button>
        <span className="film-time figures">
          <span className="visually-hidden">{t('film-left', { time: filmClock(left) })}</span>
          <span aria-hidden="true">
            {filmClock(film.time)} <span className="film-time-left">−{filmClock(left)}</span>
          </span>
        </span>
        <span className="film-sound">
          <button
            type="button"
            aria-label={film.isMuted ? t('a11y-unmute') : t('a11y-mute')}
            aria-pressed={film.isMuted}
            onClick={() => film.mute(!film.isMuted)}
          >
            {film.isMuted ? <VolumeX className="icon" aria-hidden /> : <Volume2 className="icon" aria-hidden />}
          </button>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={film.isMuted ? 0 : film.volume}
            aria-label={t('film-volume')}
            onChange={(event) => film.setVolume(Number(event.target.value))}
          />
        </span>
        <FilmMenu film={film} />
        <button
          type="button"
          aria-label={screen.isFull ? t('film-leave-full') : t('film-full')}
          onClick={screen.toggle}
        >
          {screen.isFull ? <Minimize className="icon" aria-hidden /> : <Maximize className="icon" aria-hidden />}
        </button>
      </div>
    </div>
  );
}
