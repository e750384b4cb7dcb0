import type { Bootstrap } from '@backlot/contracts/bootstrap';
import { isAdmin } from '@backlot/domain/people/roles';
import { loginFor } from '@backlot/domain/routes';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { manifest, styles } from './client-manifest.ts';
import { App } from './app/app.tsx';
import { firstScreen, statusOf, type FirstScreen } from './app/first-screen.ts';
import { headOf, type Head } from './app/head.ts';
import { isStudioPath } from './lib/paths.ts';
import { makeQueryClient, Providers } from './app/providers.tsx';
import { fanRoutes } from './app/fan-features.ts';
import { studioRoutes } from './app/studio-features.ts';
import { loadScreen, screenSource } from './app/screen.tsx';
import { integrityBelow, pageAssets } from './assets.ts';
import { renderDocument } from './document.ts';
import { viewerOf } from './lib/site.tsx';
import { accountTextsSource, loadTexts, textsSource } from './lib/texts/texts.ts';
import { loadSlots, slotsSource } from './components/theme/slots.tsx';
import { studioStyles } from './components/theme/studio-styles.ts';
import { frameColours, themeStyles } from './components/theme/theme-styles.ts';
import { findTheme, preloadedFonts, themeSource } from './components/theme/themes.ts';

export { renderDocument } from './document.ts';

/** An order may open on any of a fan's pages. */
const paymentScripts = integrityBelow(manifest, 'src/features/checkout/');

export interface RenderedPage {
  readonly status: number;
  readonly html: string;
  /** With status 302: where to go instead. */
  readonly location?: string;
}

/** A page of a site as the browser gets it. */
export async function renderPage(bootstrap: Bootstrap): Promise<RenderedPage> {
  const path = bootstrap.path.split(/[?#]/, 1)[0] ?? '/';
  // Who may not see the creator's area is told so in the site's own frame.
  const isStudio = isStudioPath(path) && isAdmin(viewerOf(bootstrap.viewer));
  const routes = isStudio ? studioRoutes : fanRoutes;
  const screen = firstScreen(bootstrap, routes);
  if (screen.kind === 'login') return { status: 302, html: '', location: loginFor(bootstrap.path) };
  if (screen.kind === 'moved') return { status: 302, html: '', location: screen.to };
  const { name, definition } = findTheme(bootstrap.site.theme);
  const texts = await loadTexts(bootstrap.site.language);
  const head = headOf(bootstrap, screen, texts);
  const wanted = [
    ...(screen.kind === 'screen' ? [screenSource(screen.screen)] : []),
    slotsSource(name),
    textsSource(bootstrap.site.language),
    ...(screen.kind === 'screen' && screen.screen.hasAccountTexts ? [accountTextsSource(bootstrap.site.language)] : []),
  ];
  const html = renderDocument({
    bootstrap,
    head,
    body: isStudio ? '' : await bodyOf(bootstrap, screen),
    // Whoever is known here has the files, and the creator area draws nothing before its scripts.
    inlined: bootstrap.viewer === null ? styles : {},
    assets: pageAssets(
      manifest,
      isStudio ? 'src/entry-studio.tsx' : 'src/entry-fan.tsx',
      isStudio ? '' : themeSource(name),
      wanted,
      preloadedFonts(definition),
      // A preview follows its draft from the start.
      screen.kind === 'screen' && screen.isLanding && !bootstrap.isPreview ? 'src/entry-landing.ts' : null,
    ),
    laterIntegrity: isStudio ? {} : paymentScripts,
    themeCss: isStudio ? studioStyles(definition, bootstrap.settings) : themeStyles(definition, bootstrap.settings),
    frameColours: frameColours(definition, bootstrap.settings),
  });
  return { status: statusOf(screen, bootstrap), html };
}

async function bodyOf(bootstrap: Bootstrap, screen: FirstScreen): Promise<string> {
  // Loaded first, so that nothing suspends and the HTML is whole without scripts.
  if (screen.kind === 'screen') await loadScreen(screen.screen);
  const [texts, slots] = await Promise.all([loadTexts(bootstrap.site.language), loadSlots(bootstrap.site.theme)]);
  const queries = makeQueryClient(bootstrap);
  const app = (
    <Providers app={{ bootstrap, texts, slots, queries }}>
      <StaticRouter location={bootstrap.path}>
        <App />
      </StaticRouter>
    </Providers>
  );
  const atOnce = renderToString(app);
  // A part of it was not loaded yet, as the first page that has it finds.
  const html = atOnce.includes(waitingMark) ? await renderInPieces(app) : atOnce;
  queries.clear();
  return html;
}

/** By which React marks what was left out because something in it has to be waited for. */
const waitingMark = '<!--$!-->';

/** Waits for whatever is not loaded. A quarter dearer: all of it is turned into bytes and back. */
async function renderInPieces(app: ReactElement): Promise<string> {
  // Large parts would else be moved by an inline script.
  const options = { progressiveChunkSize: Number.MAX_SAFE_INTEGER } as Parameters<typeof prerender>[1];
  return new Response((await prerender(app, options)).prelude).text();
}

/** The parts of a page, for tests and for a document made elsewhere. */
export async function render(bootstrap: Bootstrap): Promise<{ html: string; head: Head; status: number }> {
  const screen = firstScreen(bootstrap, fanRoutes);
  const texts = await loadTexts(bootstrap.site.language);
  return {
    html: await bodyOf(bootstrap, screen),
    head: headOf(bootstrap, screen, texts),
    status: statusOf(screen, bootstrap),
  };
}
