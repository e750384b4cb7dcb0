import type { Reading } from './report-state-rows.ts';

interface ReadAccount {
  readonly createdAt: Date;
  readonly readings: readonly Reading[];
}

/**
 * How much of a month was read. An account that came within it has nothing to read before. A gap after the month takes
 * nothing away from it; one within it leaves a part.
 */
export function readOf(
  { createdAt, readings }: ReadAccount,
  { from, to }: { readonly from: Date; readonly to: Date },
): 'all' | 'part' | 'none' {
  const begin = createdAt > from && createdAt < to ? createdAt : from;
  const within = readings
    .map((one) => ({ from: new Date(one.from), until: new Date(one.until) }))
    .filter((one) => one.until > begin && one.from < to);
  if (within.length === 0) return 'none';
  return within.some((one) => one.from <= begin && one.until >= to) ? 'all' : 'part';
}
