import type { landingScript } from './landing-script.ts';

/**
 * The landing's HTML is whole and its links lead on by themselves, so that the site's code waits until somebody reaches for
 * something, or until the page is drawn and nothing else is to do. What is done before it has begun is held and repeated.
 */

/** By type alone: a module that it shares with the site's code would bring that along. */
const name: typeof landingScript = {
  code: 'data-code',
  modules: 'data-modules',
  session: 'data-session',
  ready: 'data-ready',
};
const own = document.querySelector<HTMLScriptElement>(`script[${name.code}]`);
const listOf = (attribute: string): string[] => own?.getAttribute(attribute)?.split(' ').filter(Boolean) ?? [];

/** Longest until the site's code is loaded after all, in milliseconds: a film that loads for long holds the page's `load`. */
const latestMs = 4000;
/** After which code that was loaded and did not take over holds nobody up any more. */
const patienceMs = 8000;
/** Moving the pointer is none: browsers tell of it by themselves when a page is drawn under it. */
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

let begun: Promise<unknown> | null = null;
let held: HTMLElement | null = null;
let chosen: { readonly select: HTMLSelectElement; readonly value: string } | null = null;
let question: Event | null = null;

function begin(): void {
  if (begun !== null) return;
  for (const sign of signs) removeEventListener(sign, begin, true);
  const [code = ''] = listOf(name.code);
  // All at once: each would be found only in the one before.
  for (const href of [code, ...listOf(name.modules)])
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', ...sealOf(href), href }),
    );
  begun = import(/* @vite-ignore */ code).then(() => setTimeout(giveUp, patienceMs)).catch(giveUp);
}

/** For browsers that read no hashes of an import map. An empty one would lift what the map says. */
function sealOf(href: string): { readonly integrity?: string } {
  const map = document.querySelector('script[type=importmap]')?.textContent;
  const integrity = map ? (JSON.parse(map) as { integrity?: Record<string, string> }).integrity?.[href] : undefined;
  return integrity ? { integrity } : {};
}

/** Offline, an address that a newer version of the site does not have any more, or code that failed. */
function giveUp(): void {
  if (document.documentElement.hasAttribute(name.ready)) return;
  begun = null;
  const target = letGo();
  if (target instanceof HTMLAnchorElement) location.assign(target.href);
  else if (target !== null && navigator.onLine) location.reload();
}

function hold(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null;
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (target === null || !isPlain || (target instanceof HTMLAnchorElement && isBrowsersOwn(target))) return;
  // Pressed again: the site's code does not come, and a link leads on without it.
  const isImpatient = letGo() === target && target instanceof HTMLAnchorElement;
  if (isImpatient) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held = target;
  target.ariaBusy = 'true';
  begin();
}

/** What the site's code leaves to the browser too. */
const isBrowsersOwn = ({ origin, target, hash, pathname }: HTMLAnchorElement): boolean =>
  origin !== location.origin || target !== '' || (hash !== '' && pathname === location.pathname);

function letGo(): HTMLElement | null {
  const target = held;
  target?.removeAttribute('aria-busy');
  held = null;
  return target;
}

function keepChange({ target }: Event): void {
  if (!(target instanceof HTMLSelectElement)) return;
  chosen = { select: target, value: target.value };
  begin();
}

function keepQuestion(event: Event): void {
  event.preventDefault();
  question = event;
}

function handOver(): void {
  document.removeEventListener('click', hold, true);
  document.removeEventListener('change', keepChange, true);
  removeEventListener('beforeinstallprompt', keepQuestion);
  // The browser's own: what it was asked with can still be asked.
  if (question !== null) dispatchEvent(question);
  // The first has React take the page over, which sets what is chosen back; the second is heard with the person's choice.
  for (let time = 0; chosen !== null && time < 2; time += 1) {
    chosen.select.value = chosen.value;
    chosen.select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  letGo()?.click();
}

/** A session that is stored here: its person is waited for no longer than anywhere else. */
function isKnown(): boolean {
  try {
    return localStorage.getItem(own?.getAttribute(name.session) ?? '') !== null;
  } catch {
    return false;
  }
}

/** Loaded again or by Back: the place waits for the code, and its files are in the browser. */
const isBack = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type !== 'navigate';

function beginWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
  else setTimeout(begin, 300);
}

// A film that moves by itself is motion; its button tells of what it finds.
if (matchMedia('(prefers-reduced-motion: reduce)').matches)
  for (const film of document.querySelectorAll('video')) film.pause();
document.addEventListener('click', hold, true);
document.addEventListener('change', keepChange, true);
addEventListener('beforeinstallprompt', keepQuestion);
new MutationObserver((_, observer) => {
  observer.disconnect();
  handOver();
}).observe(document.documentElement, { attributeFilter: [name.ready] });
if (isKnown() || isBack()) begin();
else {
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  if (document.readyState === 'complete') beginWhenIdle();
  else addEventListener('load', beginWhenIdle, { once: true });
  setTimeout(begin, latestMs);
}
