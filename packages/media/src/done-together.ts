/**
 * Who asks while the same is being done waits for one time more, together with all others who ask meanwhile: what is
 * under way may have begun before what they wait for. A failure is told to those who waited for that time.
 */
export function doneTogether(work: (what: string) => Promise<void>): (what: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const begin = (what: string): Promise<void> => {
    next.delete(what);
    const done = work(what);
    const over = (): void => { if (running.get(what) === done) running.delete(what); };
    running.set(what, done);
    done.then(over, over);
    return done;
  };
  return (what) => {
    const now = running.get(what);
    if (now === undefined) return begin(what);
    const waiting = next.get(what) ?? now.then(() => begin(what), () => begin(what));
    next.set(what, waiting);
    return waiting;
  };
}
