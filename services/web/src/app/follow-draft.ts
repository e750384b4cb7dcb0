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
  addEventListener('keydown', closeAround);
  addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== parent || !isDraftMessage(data)) return;
    queries.setQueryData(settingsKey(site.id), { ...settings, ...data.settingDraft });
  });
  parent.postMessage(previewReady, location.origin);
}

/** Keys that are pressed in a frame stay in it: Escape closes the dialog that the frame stands in. */
function closeAround({ key }: KeyboardEvent): void {
  if (key === 'Escape') frameElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}
