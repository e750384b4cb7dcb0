import { useEffect } from 'react';

const pressable = 'a, button, input, select, textarea, [tabindex]';

/**
 * Where a button goes with what it did, what was around it gets the focus, else the page's title: it would fall to the
 * page, and a screen reader to its beginning. Of a dialog or a menu, what opened it counts.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What was pressed last, and what it stood in, from the inside. */
    let around: readonly HTMLElement[] = [];
    const forget = (): void => {
      around = [];
    };
    const onPress = ({ target }: Event): void => {
      if (!(target instanceof Element) || isOver(target)) return;
      const pressed = target.closest<HTMLElement>(pressable);
      around = pressed === null ? [] : withAncestors(pressed);
    };
    const onFocus = ({ target }: Event): void => {
      // Closed, a dialog gives it back; anything else is somebody who went on.
      if (target instanceof Element && target !== around[0] && !isOver(target)) forget();
    };
    const look = (): void => {
      const [pressed, ...rest] = around;
      if (pressed === undefined || pressed.isConnected || document.activeElement !== document.body) return;
      if (document.documentElement.dataset['dialog']) return;
      const next = rest.find((one) => one.isConnected && one.hasAttribute('tabindex'));
      (next ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    observer.observe(document.documentElement, { attributeFilter: ['data-dialog'] });
    document.addEventListener('click', onPress, true);
    document.addEventListener('focusin', onFocus);
    // A row that leaves a long list because it is scrolled is not gone.
    document.addEventListener('wheel', forget, { passive: true });
    document.addEventListener('touchmove', forget, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('click', onPress, true);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('wheel', forget);
      document.removeEventListener('touchmove', forget);
    };
  }, []);
}

/** Lies over the page, and goes anyway. */
const isOver = (element: Element): boolean => element.closest('.kit-layers') !== null;

function withAncestors(element: HTMLElement): readonly HTMLElement[] {
  const found = [element];
  for (let next = element.parentElement; next !== null; next = next.parentElement) found.push(next);
  return found;
}
