import { appRefreshMs } from '@backlot/domain/limits';

interface Page extends EventTarget {
  readonly visibilityState: DocumentVisibilityState;
}

/**
 * GEN-18: calls `refresh` when an installed app comes back after 900 seconds or more in the background. A page in a
 * browser's tab is left as it is. Returns the clean-up.
 */
export function watchReturn(
  page: Page,
  isInstalled: () => boolean,
  refresh: () => void,
  now: () => number = Date.now,
): () => void {
  let leftAt: number | null = null;
  const onChange = (): void => {
    if (page.visibilityState === 'hidden') {
      leftAt = now();
      return;
    }
    if (leftAt !== null && now() - leftAt >= appRefreshMs && isInstalled()) refresh();
    leftAt = null;
  };
  page.addEventListener('visibilitychange', onChange);
  return () => page.removeEventListener('visibilitychange', onChange);
}

/** Opened from the home screen. */
export const isInstalledApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
