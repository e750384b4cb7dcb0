/** A piece of code that tells when it is evaluated. */
export interface ProbeSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * The same source, in which each of these expressions first tells its number. Expressions lie inside one another or
 * apart.
 *
 * @param first number of the first of the returned places
 */
export function withProbes(
  source: string,
  expressions: readonly ProbeSpan[],
  first: number,
): { readonly source: string; readonly places: readonly ProbeSpan[] } {
  const places = [...new Map(expressions.map((one) => [`${one.start}-${one.end}`, one])).values()].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  const openings = places.map(({ start }, index) => ({ at: start, text: `(globalThis.cameTo?.(${first + index}), ` }));
  const closings = places.map(({ end }) => ({ at: end, text: ')' }));
  // What ends somewhere closes before anything else begins there.
  const marks = [...closings, ...openings].toSorted((one, other) => one.at - other.at);
  let [probed, done] = ['', 0];
  for (const { at, text } of marks) {
    probed += source.slice(done, at) + text;
    done = at;
  }
  return { source: probed + source.slice(done), places };
}
