import type { MediaView } from '@backlot/contracts/posts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { filmMemory, playAlone, runFilm, type FilmEngine } from './film-engine.ts';
import type { Quality } from './film-source.ts';

interface FilmState {
  /** A first frame is on screen. */
  readonly isDrawn: boolean;
  readonly isPlaying: boolean;
  readonly isWaiting: boolean;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  /** Seconds up to which it is loaded without a gap. */
  readonly loaded: number;
  readonly isMuted: boolean;
  readonly volume: number;
  readonly rate: number;
}

export interface Film extends FilmState {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** It was asked to play once: the controls are there. */
  readonly isOpen: boolean;
  readonly hasFailed: boolean;
  /** Highest first. */
  readonly qualities: readonly Quality[];
  /** Null: as the connection allows. */
  readonly quality: number | null;
  readonly toggle: () => void;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly mute: (isMuted: boolean) => void;
  readonly setVolume: (volume: number) => void;
  readonly setRate: (rate: number) => void;
  readonly choose: (height: number | null) => void;
  readonly retry: () => void;
  /** Begins without sound, as nothing may begin with it by itself. */
  readonly playMuted: () => void;
}

const watched = [
  'play',
  'playing',
  'pause',
  'ended',
  'timeupdate',
  'waiting',
  'canplay',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'volumechange',
  'ratechange',
] as const;

/** A film and its state. `renew` asks for the item again when its addresses no longer work. */
export function useFilm(media: MediaView, renew: () => Promise<MediaView | null>): Film {
  const video = useRef<HTMLVideoElement>(null);
  const engine = useRef<FilmEngine>(null);
  const latest = useRef({ media, renew });
  useEffect(() => {
    latest.current = { media, renew };
  });
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [qualities, setQualities] = useState<readonly Quality[]>([]);
  const [quality, setQuality] = useState<number | null>(null);
  const [state, setState] = useState<FilmState>(() => ({
    isDrawn: false,
    isPlaying: false,
    isWaiting: false,
    time: 0,
    duration: media.duration ?? 0,
    loaded: 0,
    isMuted: false,
    volume: 1,
    rate: 1,
  }));
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const running = runFilm(element, {
      media: () => latest.current.media,
      renew: () => latest.current.renew(),
      onQualities: setQualities,
      onFailed: setFailed,
    });
    engine.current = running;
    const look = ({ type }: Event): void => {
      if (type === 'play') playAlone(element);
      if (type === 'volumechange' && running.isOpen()) filmMemory.volume = element.volume;
      setState((before) => stateOf(element, before, type === 'playing' || type === 'timeupdate'));
    };
    for (const name of watched) element.addEventListener(name, look);
    return () => {
      for (const name of watched) element.removeEventListener(name, look);
      running.end();
    };
  }, []);
  const withVideo = (act: (element: HTMLVideoElement) => void): void => {
    if (video.current) act(video.current);
  };
  const start = (element: HTMLVideoElement, isMuted: boolean): void => {
    if (engine.current?.isOpen() === false) {
      engine.current.open(isMuted);
      setOpen(true);
    }
    void element.play().catch(() => {});
  };
  return {
    video,
    isOpen,
    hasFailed,
    qualities,
    quality,
    ...state,
    toggle: () => withVideo((element) => (element.paused || element.ended ? start(element, false) : element.pause())),
    pause: () => withVideo((element) => element.pause()),
    seek: (seconds) =>
      withVideo((element) => {
        element.currentTime = Math.min(Math.max(0, seconds), element.duration || state.duration);
      }),
    mute: (isMuted) =>
      withVideo((element) => {
        filmMemory.isMuted = isMuted;
        element.muted = isMuted;
        if (!isMuted && element.volume === 0) element.volume = 1;
      }),
    setVolume: (volume) =>
      withVideo((element) => {
        element.volume = Math.min(1, Math.max(0, volume));
        element.muted = volume <= 0;
      }),
    setRate: (rate) =>
      withVideo((element) => {
        filmMemory.rate = rate;
        element.playbackRate = rate;
      }),
    choose: (height) => {
      setQuality(height);
      engine.current?.choose(height);
    },
    retry: () => engine.current?.retry(),
    playMuted: () => withVideo((element) => start(element, true)),
  };
}

function stateOf(element: HTMLVideoElement, before: FilmState, isDrawn: boolean): FilmState {
  return {
    isDrawn: before.isDrawn || isDrawn,
    isPlaying: !element.paused && !element.ended,
    isWaiting: !element.paused && !element.ended && element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    time: element.currentTime,
    duration: Number.isFinite(element.duration) && element.duration > 0 ? element.duration : before.duration,
    loaded: loadedTo(element),
    isMuted: element.muted,
    volume: element.volume,
    rate: element.playbackRate,
  };
}

/** End of the loaded part that the present moment lies in. */
function loadedTo({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
  }
  return 0;
}
