/** The time at CCBill: the real one until it is set, and then what it is told. */
export interface TwinClock {
  now(): Date;
  /** Null goes back to the real time. */
  set(at: Date | null): void;
}

export function createTwinClock(): TwinClock {
  let told: Date | null = null;
  return {
    now: () => told ?? new Date(),
    set(at) {
      told = at;
    },
  };
}
