const windowMs = 6000;

export interface Speedometer {
  readonly count: (key: string, bytes: number) => void;
  /** Bytes a second of all files together, or of one; 0 when unknown. */
  readonly speed: (key?: string) => number;
}

/** How fast bytes have left over the last seconds. */
export function makeSpeedometer(now: () => number = () => performance.now()): Speedometer {
  let seen: { readonly key: string; readonly at: number; readonly bytes: number }[] = [];
  return {
    count: (key, bytes) => { seen = [...seen.filter(({ at }) => at > now() - windowMs), { key, at: now(), bytes: Math.max(0, bytes) }]; },
    speed: (key) => {
      const recent = seen.filter((one) => one.at > now() - windowMs && (key === undefined || one.key === key));
      const [first] = recent;
      if (!first || recent.length < 2) return 0;
      return recent.reduce((sum, { bytes }) => sum + bytes, 0) / Math.max(0.5, (now() - first.at) / 1000);
    },
  };
}
