import type { MediaView } from '@backlot/contracts/posts';
import { LoaderCircle, Pause, Play, RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filmClock } from '../../lib/media/film-length.ts';
import { paidMedia } from '../../lib/media/paid-media.ts';
import { Button } from '../button.tsx';
import { Picture } from '../picture.tsx';
import { FilmControls } from './film-controls.tsx';
import { filmKey } from './film-keys.ts';
import { filmMemory } from './film-engine.ts';
import { FilmStart } from './film-poster.tsx';
import { useFullScreen } from './full-screen.ts';
import { useFilm } from './use-film.ts';
import { skipSeconds, useTaps } from './use-taps.ts';
import './film.css';

export interface FilmPlayerProps {
  readonly media: MediaView;
  readonly title: string;
  /** `sizes` of the poster. */
  readonly sizes: string;
  /** The item once more, when its addresses have expired; null when it cannot be had. */
  readonly renew: () => Promise<MediaView | null>;
  /** It is not a public post's. */
  readonly isPaid?: boolean;
  /** Turned away, it stops. */
  readonly isShown?: boolean;
  readonly isFirst?: boolean;
  /** Of the poster, while it sharpens. */
  readonly className?: string;
  /** The poster is there. */
  readonly onReady?: () => void;
  /** It was just bought: begins by itself, without sound. */
  readonly startsMuted?: boolean;
  /** Its poster was pressed before this was loaded. */
  readonly wasPressed?: boolean;
}

/** A film: its poster with a play button, then the film with controls of ours. It never begins with sound by itself. */
export function FilmPlayer({
  media,
  title,
  sizes,
  renew,
  isPaid = true,
  isShown = true,
  isFirst = false,
  className,
  onReady,
  startsMuted = false,
  wasPressed = false,
}: FilmPlayerProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const film = useFilm(media, renew);
  const screen = useFullScreen(box, film.video);
  const taps = useTaps({
    toggle: film.toggle,
    skip: (seconds) => film.seek(film.time + seconds),
    toggleScreen: screen.toggle,
    isPlaying: film.isPlaying,
  });
  const { pause, playMuted, toggle } = film;
  const act = useRef({ pause, playMuted, toggle });
  act.current = { pause, playMuted, toggle };
  useEffect(() => {
    if (wasPressed) act.current.toggle();
  }, [wasPressed]);
  useEffect(() => {
    if (!isShown) act.current.pause();
  }, [isShown]);
  useEffect(() => {
    if (startsMuted && isShown && !matchMedia('(prefers-reduced-motion: reduce)').matches) act.current.playMuted();
  }, [startsMuted, isShown]);
  const start = (): void => {
    film.toggle();
    // The button goes; the keyboard stays with the film.
    box.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={box}
      className="film"
      role="group"
      aria-label={t('film-player', { title })}
      tabIndex={-1}
      data-open={film.isOpen || undefined}
      data-playing={film.isPlaying || undefined}
      data-idle={(film.isPlaying && taps.isIdle) || undefined}
      onKeyDown={(event) => {
        if (film.isOpen && filmKey(event, film, screen.toggle)) taps.wake();
      }}
      onPointerMove={taps.onMove}
      onFocus={taps.wake}
      {...paidMedia(isPaid)}
    >
      <video
        ref={film.video}
        playsInline
        preload="none"
        aria-label={title}
        tabIndex={-1}
        controlsList="nodownload noremoteplayback"
        onPointerUp={film.isOpen ? taps.onUp : undefined}
      />
      {film.isDrawn ? null : (
        <Picture
          media={media}
          alt={film.isOpen ? '' : title}
          sizes={sizes}
          isWhole
          isFirst={isFirst}
          {...(className === undefined ? {} : { className })}
          {...(onReady ? { onReady } : {})}
        />
      )}
      {film.isOpen ? null : <FilmStart duration={media.duration} onPress={start} />}
      {film.isOpen && !film.hasFailed ? (
        <>
          {film.isWaiting || !film.isDrawn ? (
            <span className="film-waiting" role="status">
              <LoaderCircle className="icon" aria-hidden />
              <span className="visually-hidden">{t('a11y-loading')}</span>
            </span>
          ) : null}
          {taps.skipped === 0 ? null : (
            <span className="film-skipped figures" data-side={taps.skipped > 0 ? 'end' : 'start'} aria-hidden="true">
              {taps.skipped > 0 ? '+' : '−'}
              {Math.abs(taps.skipped)}
            </span>
          )}
          <div className="film-middle">
            <button
              type="button"
              aria-label={t('film-back', { seconds: skipSeconds })}
              onClick={() => film.seek(film.time - skipSeconds)}
            >
              <RotateCcw className="icon" aria-hidden />
            </button>
            <button
              type="button"
              className="film-middle-play"
              aria-label={film.isPlaying ? t('film-pause') : t('film-play')}
              onClick={film.toggle}
            >
              {film.isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
            </button>
            <button
              type="button"
              aria-label={t('film-forward', { seconds: skipSeconds })}
              onClick={() => film.seek(film.time + skipSeconds)}
            >
              <RotateCw className="icon" aria-hidden />
            </button>
          </div>
          <FilmControls film={film} sprite={media.sprite} screen={screen} />
        </>
      ) : null}
      {film.hasFailed ? (
        <div className="film-failed" role="alert">
          <p>{navigator.onLine ? t('film-failed') : t('film-offline')}</p>
          <p className="figures film-failed-at">
            {t('film-kept', { time: filmClock(filmMemory.positions.get(media._id) ?? film.time) })}
          </p>
          <Button tone="paper" size="s" onClick={film.retry}>
            {t('btn-try-again')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
