import { DomainError } from '@backlot/contracts';

/** Lets `atOnce` works run and `waiting` more wait for their turn. @throws `too-many-requests` for whoever comes beyond */
export function createTurnstile({ atOnce, waiting }: { atOnce: number; waiting: number }): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: Array<() => void> = [];
  let running = 0;
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length >= waiting) throw new DomainError('too-many-requests');
    else await new Promise<void>((go) => { queue.push(go); });
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
