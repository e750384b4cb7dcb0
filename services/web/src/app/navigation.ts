import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useBootstrap } from '../lib/site.tsx';

const positionsKey = 'scroll-places';

/**
 * After a navigation: a new screen starts at its top with the focus on its heading; Back returns to the same place.
 * What opens over a screen (`state.background`) moves nothing. A preview shares its storage with the screen around it,
 * and writes nothing there.
 */
export function useScrollPositions(): void {
  const { key, pathname, state } = useLocation();
  const kind = useNavigationType();
  const { isPreview } = useBootstrap();
  const isFirst = useRef(true);
  const { background, order, place: came } = (state ?? {}) as { background?: unknown; order?: unknown; place?: string };
  const isOver = Boolean(background ?? order);
  const before = useRef({ pathname, isOver });
  // With the new screen, not after it: a shorter one moves the window, which says nothing of the place that was left.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    if (isPreview) return undefined;
    // They may have gone down before there was any code.
    let top: number | null = isFirst.current && window.scrollY > 0 ? window.scrollY : null;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      clearTimeout(waiting);
      if (top !== null) writePlace(key, top);
      top = null;
    };
    const keepSoon = (): void => {
      clearTimeout(waiting);
      top = window.scrollY;
      waiting = setTimeout(keep, 100);
    };
    addEventListener('pagehide', keep);
    document.addEventListener('scroll', keepSoon, { passive: true });
    return () => {
      keep();
      removeEventListener('pagehide', keep);
      document.removeEventListener('scroll', keepSoon);
    };
  }, [key, isPreview]);
  useEffect(() => {
    const first = isFirst.current;
    isFirst.current = false;
    const { pathname: from, isOver: wasOver } = before.current;
    before.current = { pathname, isOver };
    // Back from a login or a payment: the screen is made again, and the person is where they were.
    if (came !== undefined && kind !== 'POP') {
      const [stop, stopLooking] = [reach(readPosition(came)), focusHeading()];
      return () => {
        stop();
        stopLooking();
      };
    }
    // Opening and closing what lies over a screen moves nothing, nor does another filter in the address.
    if (isOver || (wasOver && kind === 'POP')) return;
    if (!first && from === pathname && kind !== 'POP') return;
    const place = kind === 'POP' && !(first && isNewVisit()) ? readPosition(key) : 0;
    if (!first || (place > 0 && window.scrollY === 0)) goTo(place);
    return first ? undefined : focusHeading();
  }, [key, pathname, kind, isOver, came]);
}

/** Whether the page was loaded from a typed address or another site's link, not again or by Back: all of these have one key. */
const isNewVisit = (): boolean =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'navigate';

/** The heading of a screen that still waits for its data gets the focus when it comes, unless the person went on meanwhile. */
function focusHeading(): () => void {
  const focus = (): boolean => {
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  if (focus()) return () => {};
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    if ((document.activeElement !== before && document.activeElement !== document.body) || focus())
      observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Long lists guess the height of what is far from the window; they have to know it before a place in them is one. */
function goTo(place: number): void {
  const { dataset } = document.documentElement;
  if (place > 0) dataset['restoring'] = 'true';
  window.scrollTo(0, place);
  if (place > 0)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        delete dataset['restoring'];
      }),
    );
}

/** Milliseconds in which a list that loads as one goes down it may grow to the place. */
const reachMs = 8_000;

/** Goes down a page that is still being loaded, until the place is there or the person moves themself. */
function reach(place: number): () => void {
  const since = performance.now();
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const type of moves) removeEventListener(type, stop);
  };
  const step = (): void => {
    goTo(place);
    if (Math.abs(window.scrollY - place) < 2 || performance.now() - since > reachMs) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const type of moves) addEventListener(type, stop, { passive: true });
  step();
  return stop;
}
const moves = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

const positions = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(positionsKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};
const readPosition = (key: string): number => positions()[key] ?? 0;

function writePlace(key: string, top: number): void {
  const kept = Object.entries({ ...positions(), [key]: top }).slice(-50);
  try {
    sessionStorage.setItem(positionsKey, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // No storage: Back starts at the top.
  }
}
