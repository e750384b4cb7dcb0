import type { MediaView } from '@backlot/contracts/posts';
import { type FilmSource, hasFilm, openFilm, type Quality } from './film-source.ts';

/** Of films on this page: how loud, how fast, and where each was left. Gone with the page. */
export const filmMemory = {
  isMuted: false,
  volume: 1,
  rate: 1,
  /** Seconds by the film's id. */
  positions: new Map<string, number>(),
};

let playing: HTMLVideoElement | null = null;

/** Only one film plays: the one before stops. */
export function playAlone(video: HTMLVideoElement): void {
  if (playing !== null && playing !== video) playing.pause();
  playing = video;
}

/** An address is asked for again so often before a film counts as failed; going on resets it. */
const mostRenewals = 2;
/** Seconds without interruption after which a film goes on again. */
const settledSeconds = 5;

export interface FilmEngineOptions {
  /** The item as it is known now, and the way to have it again. */
  readonly media: () => MediaView;
  readonly renew: () => Promise<MediaView | null>;
  readonly onQualities: (qualities: readonly Quality[]) => void;
  readonly onFailed: (hasFailed: boolean) => void;
}

/** After a failure: opened once, and nothing to play. */
const nothing: FilmSource = { choose: () => {}, end: () => {} };

export interface FilmEngine {
  readonly isOpen: () => boolean;
  /** Opens it where it was left. */
  readonly open: (isMuted: boolean) => void;
  readonly choose: (height: number | null) => void;
  readonly retry: () => void;
  readonly end: () => void;
}

/** Keeps a video element fed: opens the film, and where its addresses fail, asks for new ones and goes on at the same moment. */
export function runFilm(
  video: HTMLVideoElement,
  { media, renew, onQualities, onFailed }: FilmEngineOptions,
): FilmEngine {
  let source: FilmSource | null = null;
  let chosen: number | null = null;
  let renewals = 0;
  let isEnded = false;
  let goingSince: number | null = null;
  /** The person wants it to play. A failure and a new address pause it, which says nothing of that. */
  let isWanted = false;
  let isLoading = false;
  let isRecovering = false;

  function load(from: MediaView, at: number): void {
    isLoading = true;
    goingSince = null;
    source?.end();
    source = openFilm(video, {
      addresses: from,
      at,
      onQualities,
      onFailed: () => {
        void recover(at);
      },
    });
    if (chosen !== null) source.choose(chosen);
    video.playbackRate = filmMemory.rate;
  }
  async function recover(at: number): Promise<void> {
    if (isRecovering || isEnded) return;
    isRecovering = true;
    // An element that was given another address stands at zero until it has loaded.
    const place =
      video.readyState > HTMLMediaElement.HAVE_NOTHING
        ? video.currentTime
        : (filmMemory.positions.get(media()._id) ?? at);
    const fresh = renewals < mostRenewals ? await renew().catch(() => null) : null;
    renewals += 1;
    isRecovering = false;
    if (isEnded) return;
    if (!fresh || !hasFilm(fresh)) {
      filmMemory.positions.set(media()._id, place);
      source?.end();
      source = nothing;
      onFailed(true);
      return;
    }
    load(fresh, place);
    if (isWanted) await video.play().catch(() => {});
  }
  const onTime = (): void => {
    if (isLoading || source === nothing || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    goingSince ??= video.currentTime;
    if (Math.abs(video.currentTime - goingSince) > settledSeconds) renewals = 0;
    filmMemory.positions.set(media()._id, video.ended ? 0 : video.currentTime);
  };
  const onBreak = (): void => {
    goingSince = null;
  };
  const onPlay = (): void => {
    isWanted = true;
  };
  const onPause = (): void => {
    if (!isLoading && video.error === null) isWanted = false;
  };
  const onMetadata = (): void => {
    isLoading = false;
  };
  video.addEventListener('play', onPlay);
  video.addEventListener('pause', onPause);
  video.addEventListener('loadedmetadata', onMetadata);
  video.addEventListener('timeupdate', onTime);
  video.addEventListener('seeking', onBreak);
  return {
    isOpen: () => source !== null,
    open: (isMuted) => {
      video.volume = filmMemory.volume;
      video.muted = isMuted || filmMemory.isMuted;
      video.preload = 'metadata';
      const item = media();
      load(item, filmMemory.positions.get(item._id) ?? 0);
    },
    choose: (height) => {
      chosen = height;
      source?.choose(height);
    },
    retry: () => {
      renewals = 0;
      onFailed(false);
      const item = media();
      const place = filmMemory.positions.get(item._id) ?? 0;
      void renew()
        .catch(() => null)
        .then((fresh) => {
          if (isEnded) return undefined;
          load(fresh ?? item, place);
          return video.play().catch(() => {});
        });
    },
    end: () => {
      isEnded = true;
      video.removeEventListener('play', onPlay);
      video.removeEventListener('pause', onPause);
      video.removeEventListener('loadedmetadata', onMetadata);
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('seeking', onBreak);
      video.pause();
      source?.end();
    },
  };
}
