import { useEffect, useRef } from 'react';

/**
 * Hands over the path of each of the site's own links that a person is about to follow: pointed at, touched or focused.
 * Loading its code then makes the screen come without a pause.
 */
export function useLinksAhead(follow: (path: string) => void): void {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    const look = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link && link.origin === location.origin && !link.target) latest.current(link.pathname);
    };
    const kinds = ['pointerover', 'pointerdown', 'focusin'] as const;
    for (const kind of kinds) document.addEventListener(kind, look, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, look);
    };
  }, []);
}
