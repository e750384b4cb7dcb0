import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';

/** A page of the server is drawn whole; longer lists only where somebody looks. */
const wholeUpTo = 100;
const rowHeight = 46;

/** Which rows are drawn, and the height of those before and behind them. `measure` is the table's ref. */
export function useRowWindow(count: number) {
  const [table, measure] = useState<HTMLElement | null>(null);
  const isWhole = count <= wholeUpTo;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by the compiler
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: !isWhole,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: table === null ? 0 : table.getBoundingClientRect().top + window.scrollY,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  if (isWhole || !first || !last)
    return {
      from: 0,
      to: isWhole ? count : wholeUpTo,
      before: 0,
      behind: isWhole ? 0 : (count - wholeUpTo) * rowHeight,
      measure,
    };
  return {
    from: first.index,
    to: last.index + 1,
    before: first.index * rowHeight,
    behind: (count - last.index - 1) * rowHeight,
    measure,
  };
}
