import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { columnsAt, isIosDevice, isNearEnd, windowOf, type GridGeometry } from './grid-window.ts';

/** In pixels, between two tiles; as the stylesheet has it. */
export const gridGap = 10;

export interface GridWindow {
  readonly columns: number;
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

interface Options {
  readonly grid: RefObject<HTMLElement | null>;
  /** What scrolls; null for the page. */
  readonly scroller: RefObject<HTMLElement | null> | null;
  readonly count: number;
  /** A panel stands beside it. */
  readonly isNarrowed: boolean;
  readonly onNearEnd: () => void;
}

/** Measures where the grid stands and says which of its files to draw; tells when the next page is due. */
export function useGridWindow({ grid, scroller, count, isNarrowed, onNearEnd }: Options): GridWindow {
  const [place, setPlace] = useState<GridGeometry>({ top: 0, height: 900, row: 0, columns: 3 });
  const tell = useRef(onNearEnd);
  tell.current = onNearEnd;
  const look = useRef(() => {});
  look.current = () => {
    const element = grid.current;
    if (!element || element.clientWidth === 0) return;
    const box = scroller?.current ?? null;
    const above = box?.getBoundingClientRect().top ?? 0;
    const height = box?.clientHeight ?? window.innerHeight;
    const columns = Math.max(3, columnsAt(window.innerWidth) - (isNarrowed && window.innerWidth >= 1180 ? 2 : 0));
    const row = (element.clientWidth - gridGap * (columns - 1)) / columns + gridGap;
    // A whole row at a time: within one nothing changes.
    const top = Math.floor((element.getBoundingClientRect().top - above) / row) * row;
    setPlace((before) =>
      before.top === top && before.height === height && Math.abs(before.row - row) < 0.01 && before.columns === columns
        ? before
        : { top, height, row, columns },
    );
    if (isNearEnd(box ?? document.documentElement, isIosDevice(navigator))) tell.current();
  };
  useEffect(() => {
    const element = scroller?.current ?? window;
    let frame = 0;
    const onChange = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => look.current());
    };
    const sizes = new ResizeObserver(onChange);
    if (grid.current) sizes.observe(grid.current);
    element.addEventListener('scroll', onChange, { passive: true });
    addEventListener('resize', onChange);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', onChange);
      removeEventListener('resize', onChange);
    };
  }, [grid, scroller]);
  // A short page never scrolls: what is missing is asked for at once.
  useLayoutEffect(() => {
    look.current();
  }, [count, isNarrowed]);
  return { columns: place.columns, row: place.row, ...windowOf(count, place) };
}
