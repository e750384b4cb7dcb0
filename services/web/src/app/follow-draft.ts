import type { Bootstrap } from '@backlot/contracts/bootstrap';
import type { QueryClient } from '@tanstack/react-query';
import { isDraftMessage, previewReady } from '../lib/preview.ts';
import { settingsKey } from '../lib/site.tsx';

/**
 * Shows settings as the screen that frames this page says that they would be. Nothing in it can be pressed; the page as
 * a whole takes the focus, so that keys scroll it.
 */
export function followDraft({ site, settings }: Pick<Bootstrap, 'site' | 'settings'>, queries: QueryClient): void {
  document.body.inert = true;
  document.documentElement.tabIndex = 0;
  addEventListener('keydown', tellAround);
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent || !isDraftMessage(data)) return;
    queries.setQueryData(settingsKey(site.id), { ...settings, ...data.settingDraft });
  });
  parent.postMessage(previewReady, location.origin);
}

/**
 * Keys that are pressed in a frame stay in it. The screen around it gets Escape, which closes a dialog, and those with
 * ⌘ or Ctrl, such as the one that saves; what it takes is not the browser's any more.
 */
function tellAround(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && !event.metaKey && !event.ctrlKey) return;
  const { key, metaKey, ctrlKey, shiftKey, altKey } = event;
  const told = { key, metaKey, ctrlKey, shiftKey, altKey, bubbles: true, cancelable: true };
  if (frameElement?.dispatchEvent(new KeyboardEvent('keydown', told)) === false) event.preventDefault();
}
