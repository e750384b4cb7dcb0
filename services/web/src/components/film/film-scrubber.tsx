import type { SpriteView } from '@backlot/contracts/posts';
import { useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { filmClock } from '../../lib/media/film-length.ts';
import { spriteFrame } from './sprite-frame.ts';
import type { Film } from './use-film.ts';

/** The bar of a film's time, with a small picture of the moment that is pointed at. */
export function FilmScrubber({ film, sprite }: { film: Film; sprite: SpriteView | null }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(false);
  const { duration } = film;
  const secondsAt = (event: PointerEvent): number => {
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(1, Math.max(0, (event.clientX - left) / width)) * duration;
  };
  const shown = isHeld && pointed !== null ? pointed : film.time;
  const part = (seconds: number): string => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : '0%');
  return (
    <div
      className="film-scrubber"
      role="slider"
      tabIndex={0}
      aria-label={t('film-seek')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={t('film-at', { time: filmClock(shown), total: filmClock(duration) })}
      data-held={isHeld || undefined}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(true);
        setPointed(secondsAt(event));
      }}
      onPointerMove={(event) => {
        if (isHeld || event.pointerType === 'mouse') setPointed(secondsAt(event));
      }}
      onPointerUp={(event) => {
        if (isHeld) film.seek(secondsAt(event));
        setHeld(false);
        if (event.pointerType !== 'mouse') setPointed(null);
      }}
      onPointerCancel={() => {
        setHeld(false);
        setPointed(null);
      }}
      onPointerLeave={() => {
        if (!isHeld) setPointed(null);
      }}
    >
      <div
        ref={bar}
        className="film-bar"
        style={{ '--done': part(shown), '--loaded': part(film.loaded) } as CSSProperties}
      >
        <span className="film-bar-loaded" />
        <span className="film-bar-done" />
        <span className="film-bar-knob" />
      </div>
      {pointed === null || duration === 0 ? null : <Moment seconds={pointed} place={part(pointed)} sprite={sprite} />}
    </div>
  );
}

function Moment({ seconds, place, sprite }: { seconds: number; place: string; sprite: SpriteView | null }) {
  return (
    <span className="film-moment" style={{ '--place': place } as CSSProperties} aria-hidden="true">
      {sprite ? <span className="film-moment-picture" style={spriteFrame(sprite, seconds)} /> : null}
      <span className="figures">{filmClock(seconds)}</span>
    </span>
  );
}
