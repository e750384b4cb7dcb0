import { useCallback, useContext, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import { createPath, UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom';
import { HoldProvider, type AskToLeave } from '../lib/navigation/held-page.ts';

/** As the router numbers the entries of a tab. */
const placeInTab = (): number | null => {
  const at = (history.state as { idx?: unknown } | null)?.idx;
  return typeof at === 'number' ? at : null;
};

/**
 * Lets a form hold the page that it stands on (`useHeldPage`). React Router's own blocker needs its data router, which
 * would come to the fans too: both entry points share the router's chunk.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const ask = useRef<AskToLeave | null>(null);
  const place = useRef<number | null>(null);
  const hold = useCallback((asks: AskToLeave) => {
    ask.current = asks;
    place.current = placeInTab();
    return () => {
      if (ask.current === asks) ask.current = null;
    };
  }, []);
  // Before the router's own listener, which the parent adds after this one: a window tells its listeners in their order.
  useLayoutEffect(() => {
    const onMove = (event: PopStateEvent): void => {
      const [asks, from, to] = [ask.current, place.current, placeInTab()];
      if (asks === null || from === null || to === null) return;
      // The router hears nothing of it: for the page, nothing has moved.
      event.stopImmediatePropagation();
      if (to === from) return;
      history.go(from - to);
      asks(() => history.go(to - from));
    };
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  const guarded = useMemo(
    () => ({ ...navigation, navigator: guardNavigator(navigation.navigator, () => ask.current) }),
    [navigation],
  );
  return (
    <HoldProvider value={hold}>
      <NavigationContext value={guarded}>{children}</NavigationContext>
    </HoldProvider>
  );
}

function guardNavigator(navigator: Navigator, asking: () => AskToLeave | null): Navigator {
  const guard = (go: () => void): void => {
    const asks = asking();
    if (asks) asks(go);
    else go();
  };
  return {
    createHref: (to) => navigator.createHref(to),
    go: (delta) => navigator.go(delta),
    push: (to, state, options) => guard(() => navigator.push(to, state, options)),
    // A list under the dialog that tidies its own address takes nobody away.
    replace: (to, state, options) =>
      isHere(to) ? navigator.replace(to, state, options) : guard(() => navigator.replace(to, state, options)),
  };
}

const isHere = (to: To): boolean =>
  new URL(typeof to === 'string' ? to : createPath(to), location.href).pathname === location.pathname;
