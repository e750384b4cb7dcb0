import type { MediaView } from '@backlot/contracts/posts';
import type Hls from 'hls.js/light';

export type FilmAddresses = Pick<MediaView, 'hls_url' | 'mp4_url'>;

export interface FilmSourceOptions {
  readonly addresses: FilmAddresses;
  /** Seconds at which it goes on. */
  readonly at: number;
  /** What can be chosen, highest first; nothing for a film that is one file. */
  readonly onQualities: (qualities: readonly Quality[]) => void;
  /** It cannot be read any more: the address expired, the connection broke, or it is none that this browser plays. */
  readonly onFailed: () => void;
}

/** A film in a video element. */
export interface FilmSource {
  /** Height in pixels; null lets the connection decide. */
  readonly choose: (height: number | null) => void;
  readonly end: () => void;
}

const hlsType = 'application/vnd.apple.mpegurl';

/** Whether there is something to play at all. */
export const hasFilm = ({ hls_url, mp4_url }: FilmAddresses): boolean => hls_url !== null || mp4_url !== null;

/**
 * Puts a film into the element: a short one as the single file it is, a long one as HLS, by the browser itself where
 * it can, else by hls.js, which is loaded then and not before.
 */
export function openFilm(video: HTMLVideoElement, options: FilmSourceOptions): FilmSource {
  const { hls_url: hls, mp4_url: mp4 } = options.addresses;
  if (mp4 !== null) return openFile(video, mp4, options);
  if (hls === null) {
    options.onFailed();
    return { choose: () => {}, end: () => {} };
  }
  return video.canPlayType(hlsType) === '' ? openByScript(video, hls, options) : openByBrowser(video, hls, options);
}

function openFile(video: HTMLVideoElement, url: string, { at, onFailed }: FilmSourceOptions): FilmSource {
  const end = playUrl(video, url, at, onFailed);
  return { choose: () => {}, end };
}

/** Qualities are the playlist's own entries: choosing one plays that entry alone. */
function openByBrowser(video: HTMLVideoElement, master: string, options: FilmSourceOptions): FilmSource {
  const { at, onQualities, onFailed } = options;
  let qualities: readonly Quality[] = [];
  let chosen: number | null = null;
  let isEnded = false;
  let script: FilmSource | null = null;
  // A browser that says that it can and then cannot has hls.js still; an address that is refused is another matter.
  const isPlaylistThere = fetch(master).then(
    async (answer) => {
      if (!answer.ok || isEnded) return false;
      qualities = readMasterPlaylist(await answer.text(), answer.url);
      if (isEnded || script !== null) return true;
      onQualities(qualities);
      if (chosen !== null) choose(chosen);
      return true;
    },
    () => false,
  );
  let hasLoaded = false;
  const onLoaded = (): void => {
    hasLoaded = true;
  };
  video.addEventListener('loadedmetadata', onLoaded);
  const onRefused = async (): Promise<void> => {
    const isThere =
      !hasLoaded && 'MediaSource' in window && (await isPlaylistThere) && (await isReachable(qualities[0]?.url));
    if (isEnded || script !== null) return;
    if (isThere) {
      end();
      script = openByScript(video, master, options);
    } else onFailed();
  };
  let end = playUrl(video, master, at, onRefused);
  function choose(height: number | null): void {
    chosen = height;
    if (script) return void script.choose(height);
    const url = height === null ? master : qualities.find((one) => one.height === height)?.url;
    if (url === undefined) return;
    const { currentTime, paused } = video;
    end();
    end = playUrl(video, url, currentTime || at, onRefused);
    if (!paused) void video.play().catch(() => {});
  }
  return {
    choose,
    end: () => {
      isEnded = true;
      video.removeEventListener('loadedmetadata', onLoaded);
      script?.end();
      end();
    },
  };
}

const isReachable = async (url: string | undefined): Promise<boolean> =>
  url !== undefined &&
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

function openByScript(
  video: HTMLVideoElement,
  master: string,
  { at, onQualities, onFailed }: FilmSourceOptions,
): FilmSource {
  let hls: Hls | null = null;
  let isEnded = false;
  let isRecovered = false;
  let chosen: number | null = null;
  const apply = (): void => {
    if (hls && hls.levels.length > 0)
      hls.nextLevel = chosen === null ? -1 : hls.levels.findIndex(({ height }) => height === chosen);
  };
  void import('hls.js/light')
    .then(({ default: Player, Events, ErrorTypes }) => {
      if (isEnded) return;
      if (!Player.isSupported()) return void onFailed();
      // Its worker would be made of a blob, which the page's policy does not let run; fragmented MP4 needs none.
      hls = new Player({
        enableWorker: false,
        capLevelToPlayerSize: true,
        startPosition: at,
        maxBufferLength: 30,
        backBufferLength: 60,
      });
      hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
        onQualities(levels.map(({ height }) => ({ height, url: '' })).sort((one, other) => other.height - one.height));
        if (chosen !== null) apply();
      });
      hls.on(Events.ERROR, (_, { fatal, type }) => {
        if (!fatal) return;
        if (type === ErrorTypes.MEDIA_ERROR && !isRecovered) {
          isRecovered = true;
          hls?.recoverMediaError();
        } else onFailed();
      });
      hls.loadSource(master);
      hls.attachMedia(video);
    })
    .catch(() => {
      if (!isEnded) onFailed();
    });
  return {
    choose: (height) => {
      chosen = height;
      apply();
    },
    end: () => {
      isEnded = true;
      hls?.destroy();
      hls = null;
    },
  };
}

/** An address in the element itself, from a moment on. */
function playUrl(video: HTMLVideoElement, url: string, at: number, onFailed: () => unknown): () => void {
  const onReady = (): void => {
    if (at > 0) video.currentTime = at;
  };
  video.addEventListener('loadedmetadata', onReady, { once: true });
  video.addEventListener('error', onFailed);
  video.src = url;
  return () => {
    video.removeEventListener('loadedmetadata', onReady);
    video.removeEventListener('error', onFailed);
    video.removeAttribute('src');
    video.load();
  };
}

export interface Quality {
  /** Pixels. */
  readonly height: number;
  readonly url: string;
}

/** The qualities that a master playlist names, highest first. Addresses are as the playlist's own address makes them. */
export function readMasterPlaylist(text: string, base: string): Quality[] {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, index) => {
    const height = /^#EXT-X-STREAM-INF:.*RESOLUTION=\d+x(\d+)/.exec(line)?.[1];
    const uri = lines[index + 1]?.trim() ?? '';
    return height === undefined || uri === '' || uri.startsWith('#')
      ? []
      : [{ height: Number(height), url: new URL(uri, base).href }];
  });
  return found.sort((one, other) => other.height - one.height);
}
