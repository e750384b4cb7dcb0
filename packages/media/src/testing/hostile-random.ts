export interface HostileRandom {
  /** Whole, from 0 up to but without `end`. */
  below(end: number): number;
  pick<T>(from: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** mulberry32: the same seed gives the same files on every machine. */
export function seededRandom(seed: number): HostileRandom {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  };
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
