import type { landingScript } from './landing-script.ts';

/**
 * The landing's HTML is whole and its links lead on by themselves, so that the site's code waits until somebody reaches for
 * something, or until the page is drawn and nothing else is to do. A press that comes before it has begun is held and repeated.
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
/** Moving the pointer is none: browsers tell of it by themselves when a page is drawn under it. */
const signs = ['pointerdown', 'keydown', 'focusin'] as const;

let begun: Promise<unknown> | null = null;
let held: HTMLElement | null = null;

function begin(): void {
  if (begun !== null) return;
  for (const sign of signs) removeEventListener(sign, begin, true);
  // All at once: each would be found only in the one before.
  for (const href of listOf(name.modules))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  const [code = ''] = listOf(name.code);
  begun = import(/* @vite-ignore */ code).catch(giveUp);
}

/** Offline, or an address that a newer version of the site does not have any more. */
function giveUp(): void {
  begun = null;
  const target = held;
  letGo();
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

/** A session that is stored here: its person is waited for no longer than anywhere else. */
function isKnown(): boolean {
  try {
    return localStorage.getItem(own?.getAttribute(name.session) ?? '') !== null;
  } catch {
    return false;
  }
}

function beginWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 1000 });
  else setTimeout(begin, 300);
}

document.addEventListener('click', hold, true);
new MutationObserver((_, observer) => {
  observer.disconnect();
  document.removeEventListener('click', hold, true);
  letGo()?.click();
}).observe(document.documentElement, { attributeFilter: [name.ready] });
if (isKnown()) begin();
else {
  for (const sign of signs) addEventListener(sign, begin, { capture: true, passive: true });
  if (document.readyState === 'complete') beginWhenIdle();
  else addEventListener('load', beginWhenIdle, { once: true });
  setTimeout(begin, latestMs);
}
