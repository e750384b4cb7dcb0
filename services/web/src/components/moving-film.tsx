import { Pause, Play } from 'lucide-react';
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';

export interface MovingFilm {
  /** For the video element. */
  readonly events: { readonly onPlay: () => void; readonly onPause: () => void };
  readonly button: ReactNode;
}

/** What moves by itself can be stopped (WCAG 2.2.2), and begun where it waits. */
export function useMovingFilm(video: RefObject<HTMLVideoElement | null>, className: string): MovingFilm {
  const { t } = useTranslation();
  const [isPlaying, setPlaying] = useState(false);
  // It may have begun before the page's code was there.
  useEffect(() => {
    setPlaying(video.current?.paused === false);
  }, [video]);
  const toggle = (): void => {
    const element = video.current;
    if (element?.paused) void element.play().catch(() => {});
    else element?.pause();
  };
  return {
    events: { onPlay: () => setPlaying(true), onPause: () => setPlaying(false) },
    button: (
      <button
        type="button"
        className={className}
        aria-label={t(isPlaying ? 'banner-pause' : 'banner-play')}
        onClick={toggle}
      >
        {isPlaying ? <Pause className="icon" aria-hidden /> : <Play className="icon" aria-hidden />}
      </button>
    ),
  };
}
