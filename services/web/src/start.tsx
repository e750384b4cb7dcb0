import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { makeQueryClient, Providers } from './app/providers.tsx';
import { configureApi } from './lib/api.ts';
import { reloadOnce } from './lib/missing-code.ts';
import { startSession } from './lib/session-token.ts';
import { loadTexts } from './lib/texts.ts';
import { loadSlots } from './theme/slots.tsx';
import { queryKeys } from '@backlot/contracts/bootstrap';

interface Area {
  /** Loads what the first picture needs (its screen). */
  readonly prepare: (bootstrap: Bootstrap) => Promise<unknown>;
  readonly app: ReactNode;
  /** Whether the HTML holds the area's markup already. */
  readonly isRendered: boolean;
}

/** Starts an area of the site in the browser. */
export async function start({ prepare, app, isRendered }: Area): Promise<void> {
  const root = document.getElementById('root');
  const bootstrap = JSON.parse(document.getElementById('bootstrap')?.textContent ?? 'null') as Bootstrap | null;
  if (!root || !bootstrap) return;
  const { site } = bootstrap;
  // A page that is loaded anew is whole: nothing lies over anything, as in the server's HTML.
  if ((history.state as { usr?: unknown } | null)?.usr) history.replaceState({ ...(history.state as object), usr: null }, '');
  const token = startSession(bootstrap.token, Date.now());
  const queries = makeQueryClient(bootstrap);
  configureApi({
    base: site.apiBase,
    language: site.language,
    isAgeConfirmed: bootstrap.settings['show_age_modal'] === true && !site.ageGate,
    // ACC-12: a dead session makes a guest of the viewer; the guard of the page decides what follows.
    onSessionEnded: () => queries.setQueryData(queryKeys.me(site.id), null),
    onTooMany: (message) => document.dispatchEvent(new CustomEvent('too-many-requests', { detail: message })),
  });
  // The HTML was made for a guest, but a session is stored: the person is loaded after the first picture.
  if (token !== null && bootstrap.viewer === null) void queries.invalidateQueries({ queryKey: queryKeys.me(site.id) });
  const parts = await Promise.all([loadTexts(site.language), loadSlots(site.theme), prepare(bootstrap)]).catch((error: unknown) => {
    // The page shows, and nothing in it would react.
    if (reloadOnce()) return null;
    throw error;
  });
  if (parts === null) return;
  const [texts, slots] = parts;
  const tree = (
    <StrictMode>
      <Providers parts={{ bootstrap, texts, slots, queries }}><BrowserRouter>{app}</BrowserRouter></Providers>
    </StrictMode>
  );
  if (isRendered) hydrateRoot(root, tree, { onRecoverableError: reportError });
  else createRoot(root).render(tree);
  document.documentElement.dataset['ready'] = 'true';
}
