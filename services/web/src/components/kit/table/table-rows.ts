import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { RowSteps } from './table-types.ts';

/**
 * Which row's panel is open: its id is in the address. Walking stops at the ends of the page; closing gives the
 * focus back to the row.
 */
export function useOpenRow<T extends { readonly _id: string }>(
  rows: readonly T[],
  openId: string | null,
  choose: (id: string | null, replace: boolean) => void,
): { readonly open: T | null; readonly openRow: (id: string) => void; readonly steps: RowSteps } {
  const at = rows.findIndex(({ _id }) => _id === openId);
  const last = useRef<string | null>(openId);
  useEffect(() => {
    if (openId === null && last.current !== null) document.getElementById(`row-${last.current}`)?.focus();
    else if (openId !== null) document.getElementById(`row-${openId}`)?.scrollIntoView({ block: 'nearest' });
    last.current = openId;
  }, [openId]);
  const step = (by: number): (() => void) | null => {
    const to = at < 0 ? undefined : rows[at + by];
    return to ? () => choose(to._id, true) : null;
  };
  return {
    open: rows[at] ?? null,
    openRow: (id) => choose(id, openId !== null),
    steps: { onClose: () => choose(null, true), onPrevious: step(-1), onNext: step(1) },
  };
}

interface RowKeys {
  readonly isOpen: boolean;
  readonly open: (() => void) | null;
  readonly toggle: (() => void) | null;
}

/** What keyboards do with a row: Enter opens, x selects, j and k walk, and so do arrows where no panel takes them. */
export const onRowKey =
  ({ isOpen, open, toggle }: RowKeys) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    const walk = neighbour(event, isOpen);
    const act =
      walk instanceof HTMLElement
        ? () => walk.focus()
        : event.key === 'Enter' || event.key === ' '
          ? open
          : event.key === 'x'
            ? toggle
            : null;
    if (!act) return;
    event.preventDefault();
    act();
  };

function neighbour({ key, currentTarget }: KeyboardEvent<HTMLElement>, isOpen: boolean): Element | null {
  const way =
    key === 'j' || (key === 'ArrowDown' && !isOpen) ? 1 : key === 'k' || (key === 'ArrowUp' && !isOpen) ? -1 : 0;
  if (way === 0) return null;
  let row: Element | null = currentTarget;
  do row = way === 1 ? row.nextElementSibling : row.previousElementSibling;
  while (row && !row.hasAttribute('tabindex'));
  return row;
}
