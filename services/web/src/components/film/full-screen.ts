import { useEffect, useState, type RefObject } from 'react';

export interface FullScreen {
  readonly isFull: boolean;
  readonly toggle: () => void;
}

/** The film over the whole screen with our controls; where only a video may have it (iPhone), with the system's own. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): FullScreen {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [box]);
  const toggle = (): void => {
    const element = box.current;
    if (document.fullscreenElement) return void document.exitFullscreen().catch(() => {});
    if (element?.requestFullscreen)
      return void element
        .requestFullscreen()
        .then(() => turn(video.current))
        .catch(() => {});
    (video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.();
  };
  return { isFull, toggle };
}

/** A wide film on a phone is held sideways, where the phone lets a page say so. */
async function turn(video: HTMLVideoElement | null): Promise<void> {
  if (!video || video.videoWidth <= video.videoHeight) return;
  const orientation = screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> };
  await orientation.lock?.('landscape').catch(() => {});
}
