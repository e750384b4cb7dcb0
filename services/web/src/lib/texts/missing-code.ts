/** Chromium's, Firefox's, Safari's and Vite's words for code that did not come: offline, or a deployment took it away. */
export const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);

const reloadedKey = 'reloaded-at';
const pauseMs = 60_000;

/** Gets the code of now for a page that is older, but not again and again. False when that was tried a moment ago, and offline. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0) < pauseMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    // Without a memory it might go on for ever.
    return false;
  }
  location.reload();
  return true;
}
