import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const FloatsContext = createContext<HTMLElement | null | undefined>(undefined);

/** What lies over the foot of a screen has one place, so that nothing covers the other: bar of a selection, tray of uploads, and above both the toasts. */
export function FloatsArea({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!place) return undefined;
    const root = document.documentElement;
    const watch = new ResizeObserver(() => {
      root.style.setProperty('--floats', `${place.offsetHeight}px`);
    });
    watch.observe(place);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--floats');
    };
  }, [place]);
  return (
    <FloatsContext value={place}>
      {children}
      <div ref={setPlace} className="floats" />
    </FloatsContext>
  );
}

interface FloatProps {
  readonly place: 'selection' | 'tray';
  /** Makes it a region of the page, where what stands in it is none. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Puts something there: in the middle, or at the end of the line, and on a narrow screen one over the other. */
export function Float({ place, label, children }: FloatProps) {
  const area = useContext(FloatsContext);
  if (area === undefined) return children;
  return area
    ? createPortal(
        <div className="float" data-place={place} {...(label ? { role: 'region', 'aria-label': label } : {})}>
          {children}
        </div>,
        area,
      )
    : null;
}
