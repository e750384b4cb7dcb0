/** Keeps an account from being asked where that makes it worse: a wrong login locks DataLink's user out for an hour. */
export interface LockOutGuard {
  /** CCBill's code, or null where it may be asked. */
  stoppedBy(): string | null;
  stop(code: string): void;
}

/** Milliseconds for which an account that was refused is not asked. */
const pauseMs = 3_600_000;

/** One for all of DataLink: its scripts share a user. */
export function createLockOutGuard(): LockOutGuard {
  let stopped: { readonly code: string; readonly until: number } | null = null;
  return {
    stoppedBy: () => (stopped !== null && stopped.until > performance.now() ? stopped.code : null),
    stop: (code) => {
      stopped = { code, until: performance.now() + pauseMs };
    },
  };
}
