const EVERY_MS = 2_000;

export interface ProgressTeller {
  /** Throws when the process wants to stop: the film goes on in another one. */
  readonly tell: (percent: number) => void;
  /** After it nothing is written. */
  end(): Promise<void>;
}

/** Passes percents on at most every two seconds, the latest each time. That one could not be written harms nothing. */
export function tellProgress(write: (percent: number) => Promise<unknown>, signal?: AbortSignal, everyMs = EVERY_MS): ProgressTeller {
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
    tell(percent) {
      signal?.throwIfAborted();
      latest = Math.max(0, Math.min(100, Math.floor(percent)));
    },
    async end() {
      clearInterval(timer);
      await writing;
    },
  };
}
