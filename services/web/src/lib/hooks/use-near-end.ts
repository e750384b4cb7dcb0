import { useEffect, useRef, type RefObject } from 'react';

/** Calls when the marked end of a list comes within a window's height of being seen. */
export function useNearEnd(isAwaited: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const act = useRef(onNear);
  useEffect(() => {
    act.current = onNear;
  });
  useEffect(() => {
    const element = end.current;
    if (!element || !isAwaited) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) act.current();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAwaited]);
  return end;
}
