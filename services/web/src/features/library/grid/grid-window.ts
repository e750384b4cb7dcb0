/** Rows beyond the edges that are there already when they come into view. */
const ahead = 3;

export interface GridGeometry {
  /** Of the grid's top, from the top of what is visible; negative once it is scrolled away. In pixels. */
  readonly top: number;
  /** Of what is visible. */
  readonly height: number;
  /** From one row to the next. */
  readonly row: number;
  readonly columns: number;
}

/** Which files are drawn: those in view and some rows more, however many there are. The end is exclusive. */
export function windowOf(
  count: number,
  { top, height, row, columns }: GridGeometry,
): { readonly from: number; readonly to: number } {
  if (row <= 0 || columns <= 0) return { from: 0, to: Math.min(count, 40) };
  const first = Math.max(0, Math.floor(-top / row) - ahead);
  const last = Math.ceil((height - top) / row) + ahead;
  const from = Math.min(first * columns, Math.max(0, count - columns));
  return { from: from - (from % columns), to: Math.min(count, Math.max(last, 0) * columns) };
}

/** MEDIA-07 to MEDIA-09: 3 columns, 4 from 992 pixels, 5 from 1280. */
export const columnsAt = (width: number): 3 | 4 | 5 => (width >= 1280 ? 5 : width >= 992 ? 4 : 3);

/** MEDIA-18, MEDIA-19: how far down the next page is asked for. Safari on iOS springs back from the end and tells late. */
export const nextPageAt = (isIos: boolean): number => (isIos ? 0.98 : 0.93);

export interface Scrolled {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}
export const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: Scrolled, isIos: boolean): boolean =>
  scrollTop + clientHeight >= scrollHeight * nextPageAt(isIos);

/** iPads say that they are Macs, but Macs have no touch. */
export const isIosDevice = ({ platform, maxTouchPoints }: Pick<Navigator, 'platform' | 'maxTouchPoints'>): boolean =>
  /iphone|ipad|ipod/i.test(platform) || (/mac/i.test(platform) && maxTouchPoints > 1);

/** Where an arrow leads in a grid that runs with the language; null for other keys. */
export function stepOf(
  key: string,
  at: number,
  { count, columns, isRtl }: { readonly count: number; readonly columns: number; readonly isRtl: boolean },
): number | null {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  const to =
    key === forward
      ? at + 1
      : key === back
        ? at - 1
        : key === 'ArrowDown'
          ? at + columns
          : key === 'ArrowUp'
            ? at - columns
            : key === 'Home'
              ? 0
              : key === 'End'
                ? count - 1
                : null;
  if (to === null || count === 0) return null;
  return to < 0 || to >= count
    ? key === 'ArrowDown' && at + columns >= count && Math.floor(at / columns) < Math.floor((count - 1) / columns)
      ? count - 1
      : at
    : to;
}
