const EVERY_MS = 2_000;

export interface ProgressTeller {
  readonly tell: (percent: number) => void;
  /** After it nothing is written. */
  end(): Promise<void>;
}

/** Passes percents on at most every two seconds, the latest each time. That one could not be written harms nothing. */
export function tellProgress(write: (percent: number) => Promise<unknown>, everyMs = EVERY_MS): ProgressTeller {
  let latest: number | null = null;
  let writing: Promise<unknown> = Promise.resolve();
  const flush = (): void => {
    if (latest === null) return;
    const percent = latest;
    latest = null;
    writing = writing.then(() => write(percent)).catch(() => undefined);
  };
  const timer = setInterval(flush, everyMs);
  return {
    tell: (percent) => { latest = percent; },
    async end() {
      clearInterval(timer);
      await writing;
    },
  };
}
