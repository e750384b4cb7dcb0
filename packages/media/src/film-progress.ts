/** Shares of the whole, in percent: what is left after the last is storing. */
export const progressShares = { probed: 2, poster: 4, encoded: 94, pictures: 97 } as const;

/** Tells whole percents once each and never back; what the listener throws ends the job by the signal. */
export function progressTeller(listener: ((percent: number) => void) | undefined, outer: AbortSignal | undefined): { tell(percent: number): void; readonly signal: AbortSignal } {
  const own = new AbortController();
  let last = -1;
  return {
    signal: outer === undefined ? own.signal : AbortSignal.any([outer, own.signal]),
    tell(percent) {
      const whole = Math.max(0, Math.min(100, Math.floor(percent)));
      if (whole <= last || own.signal.aborted) return;
      last = whole;
      try {
        listener?.(whole);
      } catch (error) {
        own.abort(error);
      }
    },
  };
}

/** Reads what ffmpeg writes for `-progress`: how many seconds of the film are made. */
export function progressReader(onSeconds: (seconds: number) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()?.slice(-200) ?? '';
    for (const line of lines) {
      // Both names are in microseconds; old versions know the second alone.
      const micros = /^out_time_(?:us|ms)=(\d+)\s*$/.exec(line)?.[1];
      if (micros !== undefined) onSeconds(Number(micros) / 1e6);
    }
  };
}
