import type { MediaView } from '@backlot/contracts/posts';
import { filmMemory } from './film-memory.ts';
import { hasFilm, openFilm, type FilmSource } from './film-source.ts';
import type { Quality } from './master-playlist.ts';

/** An address is asked for anew so often before a film counts as failed; going on resets it. */
const mostRenewals = 2;
/** Seconds without interruption after which a film goes on again. */
const settledSeconds = 5;

export interface FilmEngineOptions {
  /** The item as it is known now, and the way to have it anew. */
  readonly media: () => MediaView;
  readonly renew: () => Promise<MediaView | null>;
  readonly onQualities: (qualities: readonly Quality[]) => void;
  readonly onFailed: (hasFailed: boolean) => void;
}

export interface FilmEngine {
  readonly isOpen: () => boolean;
  /** Opens it where it was left. */
  readonly open: (isMuted: boolean) => void;
  readonly choose: (height: number | null) => void;
  readonly retry: () => void;
  readonly end: () => void;
}

/** Keeps a video element fed: opens the film, and where its addresses fail, asks for new ones and goes on at the same moment. */
export function runFilm(video: HTMLVideoElement, { media, renew, onQualities, onFailed }: FilmEngineOptions): FilmEngine {
  let source: FilmSource | null = null;
  let chosen: number | null = null;
  let renewals = 0;
  let isEnded = false;
  let goingSince: number | null = null;

  function load(from: MediaView, at: number): void {
    source?.end();
    source = openFilm(video, { addresses: from, at, onQualities, onFailed: () => { void recover(at); } });
    if (chosen !== null) source.choose(chosen);
    video.playbackRate = filmMemory.rate;
  }
  async function recover(at: number): Promise<void> {
    const place = video.currentTime || at;
    const wasPlaying = !video.paused;
    const fresh = renewals < mostRenewals ? await renew().catch(() => null) : null;
    renewals += 1;
    if (isEnded) return;
    if (!fresh || !hasFilm(fresh)) {
      video.pause();
      onFailed(true);
      return;
    }
    load(fresh, place);
    if (wasPlaying) await video.play().catch(() => {});
  }
  const onTime = (): void => {
    goingSince ??= video.currentTime;
    if (Math.abs(video.currentTime - goingSince) > settledSeconds) renewals = 0;
    filmMemory.places.set(media()._id, video.ended ? 0 : video.currentTime);
  };
  const onBreak = (): void => { goingSince = null; };
  video.addEventListener('timeupdate', onTime);
  video.addEventListener('seeking', onBreak);
  return {
    isOpen: () => source !== null,
    open: (isMuted) => {
      video.volume = filmMemory.volume;
      video.muted = isMuted || filmMemory.isMuted;
      const item = media();
      load(item, filmMemory.places.get(item._id) ?? 0);
    },
    choose: (height) => {
      chosen = height;
      source?.choose(height);
    },
    retry: () => {
      renewals = 0;
      onFailed(false);
      const item = media();
      const place = video.currentTime || filmMemory.places.get(item._id) || 0;
      void renew().catch(() => null).then((fresh) => {
        if (isEnded) return undefined;
        load(fresh ?? item, place);
        return video.play().catch(() => {});
      });
    },
    end: () => {
      isEnded = true;
      video.removeEventListener('timeupdate', onTime);
      video.removeEventListener('seeking', onBreak);
      video.pause();
      source?.end();
    },
  };
}
