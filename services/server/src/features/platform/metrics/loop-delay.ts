import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 20;
const measured = monitorEventLoopDelay({ resolution: resolutionMs });

/**
 * How late the event loop came to a timer, in seconds, since this was last asked for. Measured from the first time on:
 * a process that nobody watches has no timer for it.
 */
export function loopDelays(): Array<{ readonly quantile: number; readonly seconds: number }> {
  measured.enable();
  const delays = [0.5, 0.99, 1].map((quantile) => ({
    quantile,
    seconds: measured.count === 0 ? 0 : Math.max(0, measured.percentile(quantile * 100) / 1e6 - resolutionMs) / 1_000,
  }));
  measured.reset();
  return delays;
}
