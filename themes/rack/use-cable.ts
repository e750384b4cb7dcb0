import { useLayoutEffect, useState, type RefObject } from 'react';

/** From this width on there is room for a cable. */
const wide = '(min-width: 1100px)';

/**
 * The path of the cable from the chosen jack of a column to the jack before the list's heading, measured where both
 * really are, so that it holds for any length of words and either direction of writing. Null where there is no room.
 */
export function useCable(column: RefObject<HTMLElement | null>, chosen: string | null): string | null {
  const [path, setPath] = useState<string | null>(null);
  useLayoutEffect(() => {
    const box = column.current;
    const body = box?.parentElement?.parentElement;
    if (!box || !body) return undefined;
    const measure = (): void =>
      setPath(
        matchMedia(wide).matches
          ? pathBetween(box, box.querySelector("[aria-pressed='true'] .jack"), body.querySelector('header .jack'))
          : null,
      );
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box);
    watch.observe(body);
    void document.fonts.ready.then(measure);
    return () => watch.disconnect();
  }, [column, chosen]);
  return path;
}

function pathBetween(box: HTMLElement, from: Element | null, to: Element | null): string | null {
  if (!from || !to) return null;
  const origin = box.getBoundingClientRect();
  const middle = (element: Element): readonly [number, number] => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width / 2 - origin.left), Math.round(top + height / 2 - origin.top)];
  };
  const [x0, y0] = middle(from);
  const [x1, y1] = middle(to);
  const width = x1 - x0;
  return `M${x0} ${y0} C${x0 + width * 0.2} ${y0 + 84} ${x1 - width * 0.55} ${y0 + 72} ${x1} ${y1}`;
}
