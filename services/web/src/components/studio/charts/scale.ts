/** A round number at or above the largest value, so that lines of a chart carry figures a person can read. */
export function roundMax(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  if (most === 0) return 10;
  const size = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 2.5, 4, 5, 10].find((step) => step * size >= most) ?? 10) * size;
}

/** Points of a line in a box of 100 by 100, the first at the start of the time axis. */
export function linePoints(
  values: readonly (number | null)[],
  max: number,
  count = values.length,
): readonly { readonly x: number; readonly y: number }[] {
  return values.flatMap((value, index) =>
    value === null ? [] : [{ x: count < 2 ? 0 : (index / (count - 1)) * 100, y: 100 - (value / max) * 100 }],
  );
}

export const pathOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
