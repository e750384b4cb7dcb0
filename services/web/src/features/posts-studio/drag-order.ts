import { useEffect, useRef, type RefObject } from 'react';

/** The keys with one of them at another place. */
export function moved(keys: readonly string[], key: string, to: number): readonly string[] {
  const rest = keys.filter((other) => other !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

/**
 * Reordering by a handle (`[data-drag]` inside `[data-key]`), with mouse, pen and finger alike, which the browser's
 * own dragging cannot. The order changes while the tile is held, so that what is seen is what will be.
 */
export function useDragOrder(grid: RefObject<HTMLElement | null>, onMove: (key: string, to: number) => void): void {
  const move = useRef(onMove);
  move.current = onMove;
  useEffect(() => {
    let held: HTMLElement | null = null;
    const onDown = (event: PointerEvent): void => {
      const handle = (event.target as Element).closest<HTMLElement>('[data-drag]');
      const tile = handle?.closest<HTMLElement>('[data-key]');
      if (!handle || !tile || event.button !== 0 || !grid.current?.contains(tile)) return;
      event.preventDefault();
      handle.focus();
      held = tile;
      tile.dataset['held'] = 'true';
    };
    const onPoint = (event: PointerEvent): void => {
      if (!held || !grid.current) return;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-key]');
      if (!over || over === held || !grid.current.contains(over)) return;
      const tiles = [...grid.current.querySelectorAll('[data-key]')];
      move.current(held.dataset['key'] ?? '', tiles.indexOf(over));
    };
    const onUp = (): void => {
      if (held) delete held.dataset['held'];
      held = null;
    };
    document.addEventListener('pointerdown', onDown);
    document.addEventListener('pointermove', onPoint);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
    return () => {
      document.removeEventListener('pointerdown', onDown);
      document.removeEventListener('pointermove', onPoint);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
    };
  }, [grid]);
}
