import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { paths } from './lib/paths.ts';
import { takeAskedAddress } from './lib/navigation/return-address.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { makeQueryClient, Providers } from './app/providers.tsx';
import { configureApi } from './lib/api.ts';
import { loadPartsOf } from './lib/late-part.tsx';
import { readFirstData } from './lib/first-data.ts';
import { reloadOnce } from './lib/texts/missing-code.ts';
import { startSession } from './lib/storage/session-token.ts';
import { watchSettingsVersion } from './lib/settings-version.ts';
import { settingsKey } from './lib/site.tsx';
import { loadTexts } from './lib/texts/texts.ts';
import { loadSlots } from './components/theme/slots.tsx';
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
  const bootstrap = readFirstData(window);
  if (!root || !bootstrap) return;
  const { site } = bootstrap;
  // A page that is loaded again is whole: nothing lies over anything, as in the server's HTML.
  if ((history.state as { usr?: unknown } | null)?.usr)
    history.replaceState({ ...(history.state as object), usr: null }, '');
  takeAskedAddress(location, history);
  // A preview looks as to a guest, and leaves the session of its creator alone.
  const token = bootstrap.isPreview ? null : startSession(bootstrap.token, Date.now());
  const queries = makeQueryClient(bootstrap);
  configureApi({
    base: site.apiBase,
    language: site.language,
    // Only staff have a preview: the gate that is turned on while it is open does not stand in its way.
    isAgeConfirmed: bootstrap.isPreview || (bootstrap.settings['show_age_modal'] === true && !site.ageGate),
    // ACC-12: a dead session makes a guest of the viewer; the guard of the page decides what follows.
    onSessionEnded: () => queries.setQueryData(queryKeys.me(site.id), null),
    onSettingsVersion: watchSettingsVersion(
      bootstrap.settingsVersion,
      // A preview is told by the screen around it.
      () => void (bootstrap.isPreview || queries.invalidateQueries({ queryKey: settingsKey(site.id) })),
    ),
    onSiteClosed: () => {
      if (site.status !== 'stopped' && !site.isAreaBlocked) location.assign(paths.serviceStopped);
    },
    onTooMany: (message) => document.dispatchEvent(new CustomEvent('too-many-requests', { detail: message })),
  });
  // The HTML was made for a guest, but a session is stored: the person is loaded after the first picture.
  if (token !== null && bootstrap.viewer === null) void queries.invalidateQueries({ queryKey: queryKeys.me(site.id) });
  const loaded = await Promise.all([
    loadTexts(site.language),
    loadSlots(site.theme),
    prepare(bootstrap),
    loadPartsOf(root),
  ]).catch((error: unknown) => {
    // The page shows, and nothing in it would react.
    if (reloadOnce()) return null;
    throw error;
  });
  if (loaded === null) return;
  const [texts, slots] = loaded;
  const tree = (
    <StrictMode>
      <Providers app={{ bootstrap, texts, slots, queries }}>
        <BrowserRouter>
          <ErrorBoundary resetKey="">{app}</ErrorBoundary>
        </BrowserRouter>
      </Providers>
    </StrictMode>
  );
  // A preview may be told of a draft before all of it is hydrated, whose words are others than the server's: it is rendered again.
  if (isRendered && !bootstrap.isPreview) hydrateRoot(root, tree, { onRecoverableError: reportError });
  else createRoot(root).render(tree);
  document.documentElement.dataset['ready'] = 'true';
  if (bootstrap.isPreview) (await import('./app/follow-draft.ts')).followDraft(bootstrap, queries);
}
