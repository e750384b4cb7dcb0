import { useCallback, useContext, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { createPath, UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom';
import { HoldProvider, type AskToLeave, type IsWithin } from '../lib/navigation/held-page.ts';

/** As the router numbers the entries of a tab. */
const placeInTab = (): number | null => {
  const at = (history.state as { idx?: unknown } | null)?.idx;
  return typeof at === 'number' ? at : null;
};

/** The form that holds the page, and the entry of the tab that it stands at. */
interface Held {
  readonly asks: AskToLeave;
  readonly isWithin: IsWithin;
  place: number | null;
}

/**
 * Lets a form hold the page that it stands on (`useHeldPage`). React Router's own blocker needs its data router, which
 * would come to the fans too: both entry points share the router's chunk.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const held = useRef<Held | null>(null);
  const hold = useCallback((asks: AskToLeave, isWithin: IsWithin) => {
    const own = { asks, isWithin, place: placeInTab() };
    held.current = own;
    return () => {
      if (held.current === own) held.current = null;
    };
  }, []);
  // Before the router's own listener, which the parent adds after this one: a window tells its listeners in their order.
  useLayoutEffect(() => {
    const onMove = (event: PopStateEvent): void => {
      const form = held.current;
      const [from, to] = [form?.place ?? null, placeInTab()];
      if (form === null || from === null || to === null) return;
      if (form.isWithin(location.pathname)) {
        form.place = to;
        return;
      }
      // The router hears nothing of it: for the page, nothing has moved.
      event.stopImmediatePropagation();
      if (to === from) return;
      history.go(from - to);
      form.asks(() => history.go(to - from));
    };
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  const guarded = useMemo(
    () => ({ ...navigation, navigator: guardNavigator(navigation.navigator, () => held.current) }),
    [navigation],
  );
  return (
    <HoldProvider value={hold}>
      <NavigationContext value={guarded}>{children}</NavigationContext>
    </HoldProvider>
  );
}

function guardNavigator(navigator: Navigator, holding: () => Held | null): Navigator {
  const guard = (to: To, go: () => void): void => {
    const form = holding();
    if (form === null) return go();
    if (!form.isWithin(pathOf(to))) return form.asks(go);
    go();
    form.place = placeInTab();
  };
  return {
    createHref: (to) => navigator.createHref(to),
    go: (delta) => navigator.go(delta),
    push: (to, state, options) => guard(to, () => navigator.push(to, state, options)),
    // A list under the dialog that tidies its own address takes nobody away.
    replace: (to, state, options) =>
      isHere(to) ? navigator.replace(to, state, options) : guard(to, () => navigator.replace(to, state, options)),
  };
}

const isHere = (to: To): boolean => pathOf(to) === location.pathname;

const pathOf = (to: To): string => new URL(typeof to === 'string' ? to : createPath(to), location.href).pathname;
