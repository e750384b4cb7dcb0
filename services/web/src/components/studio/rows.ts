import { useEffect, useRef } from 'react';

export interface Rows<T> {
  readonly open: T | null;
  readonly openRow: (id: string) => void;
  readonly close: () => void;
  readonly previous: (() => void) | null;
  readonly next: (() => void) | null;
}

/**
 * Which row's panel is open: its id is in the address. Walking stops at the ends of the page; closing gives the
 * focus back to the row.
 */
export function useRows<T extends { readonly _id: string }>(rows: readonly T[], openId: string | null, choose: (id: string | null, replace: boolean) => void): Rows<T> {
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
  return { open: rows[at] ?? null, openRow: (id) => choose(id, openId !== null), close: () => choose(null, true), previous: step(-1), next: step(1) };
}

/** What makes a table's row a button for keyboards. */
export function rowProps(id: string, isOpen: boolean, open: () => void) {
  return {
    id: `row-${id}`, tabIndex: 0, 'aria-selected': isOpen, onClick: open,
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return;
      const other = event.key === 'j' || (event.key === 'ArrowDown' && !isOpen) ? event.currentTarget.nextElementSibling : event.key === 'k' || (event.key === 'ArrowUp' && !isOpen) ? event.currentTarget.previousElementSibling : null;
      if (other instanceof HTMLElement) {
        event.preventDefault();
        other.focus();
      }
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        open();
      }
    },
  } as const;
}
