import type { DemoSite } from '@backlot/testing/demo-site';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export type SiteName = 'clay' | 'patch';

export interface VisitOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  /** A session to enter with, as the site's cookie has it. */
  readonly token?: string | undefined;
  readonly language?: string;
  /** A phone: fingers instead of a mouse. */
  readonly isTouch?: boolean;
  /** Without it the person has asked for less motion: pictures stand, and films that play by themselves do not. */
  readonly hasMotion?: boolean;
  /** Where the browser writes down its whole traffic, bodies included, once the context is closed: an HTTP archive (HAR). */
  readonly archive?: string;
  /** Looks on before the first page opens. */
  readonly onContext?: (context: BrowserContext) => unknown;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  /** What the page complained of: scripts that broke, refusals of the content policy, answers of 500 and more. */
  readonly complaints: readonly string[];
  /** Opens a path of the site and waits until the page's code has taken over. */
  open(path: string): Promise<void>;
  /** Goes to a path as by a link: the page stays, and its router changes the screen. */
  goTo(path: string): Promise<void>;
  /** Resolves when the page asks for nothing any more. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/** Longest that a state is awaited, in milliseconds; on an idle machine all come within one or two seconds. */
const patienceMs = 20_000;
/** Without a request for so long, a page has what it wants. */
const quietMs = 120;

/** A person's own browser at a site. */
export async function openVisit(
  browser: Browser,
  site: DemoSite,
  name: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const {
    width = 390,
    scheme = 'light',
    token,
    language = 'en-US',
    isTouch = false,
    hasMotion = false,
    archive,
    onContext,
  } = options;
  const origin = `http://${name}.localhost:${site.port}`;
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme: scheme,
    locale: language,
    timezoneId: 'UTC',
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    hasTouch: isTouch,
    isMobile: isTouch,
    ...(archive === undefined ? {} : { recordHar: { path: archive, content: 'embed', mode: 'full' } }),
  });
  context.setDefaultTimeout(patienceMs);
  if (token)
    await context.addCookies([
      { name: 'session', value: token, domain: `${name}.localhost`, path: '/', httpOnly: true, sameSite: 'Lax' },
    ]);
  await onContext?.(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, complaints);
  const quiet = waitForQuiet(page);
  return {
    quiet,
    page,
    context,
    origin,
    complaints,
    open: async (path) => {
      await page.goto(`${origin}${path}`);
      await untilAlive(page);
    },
    goTo: (path) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path),
    close: () => context.close(),
  };
}

/** The page reacts: React has taken the server's HTML over. */
export const untilAlive = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const root = document.querySelector('main');
    return root !== null && Object.keys(root).some((key) => key.startsWith('__react'));
  });

/** As the browser's own 'network idle', with less of a pause. */
function waitForQuiet(page: Page): () => Promise<void> {
  const running = new Set<unknown>();
  let lastChange = 0;
  const changed = (act: () => unknown) => (): void => {
    act();
    lastChange = performance.now();
  };
  page.on('request', (request) => changed(() => running.add(request))());
  page.on('requestfinished', (request) => changed(() => running.delete(request))());
  page.on('requestfailed', (request) => changed(() => running.delete(request))());
  // A page that is left takes its requests along.
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) running.clear();
  });
  return async () => {
    const since = performance.now();
    while (running.size > 0 || performance.now() - Math.max(since, lastChange) < quietMs) {
      if (performance.now() - since > patienceMs)
        throw new Error(
          `${page.url()} goes on asking for ${[...running].map((request) => (request as { url(): string }).url()).join(', ')}`,
        );
      await sleep(20);
    }
  };
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is part of many journeys; the ones that break are caught below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500)
      complaints.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}
