import { DomainError } from '@backlot/contracts';

/** Whose work it is. Shares are equal among sites, and within a site among the lines to the internet. */
export interface Caller {
  readonly site: string;
  readonly line: string;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * A semaphore for `atOnce` calls, with a queue of `waiting` more. Sites take turns, and within a site the lines do, so
 * that a crowd at one place waits behind itself. When the queue is full, a newcomer of a smaller share gets the last place of the largest.
 * @throws `too-many-requests` for whoever finds no place in the queue or loses it
 */
export function createFairSemaphore({
  atOnce,
  waiting,
}: {
  atOnce: number;
  waiting: number;
}): <T>(caller: Caller, work: () => Promise<T>) => Promise<T> {
  const queue = createQueue(waiting);
  let running = 0;
  return async (caller, work) => {
    if (running < atOnce) running += 1;
    else await queue.wait(caller);
    try {
      return await work();
    } finally {
      // Whoever is next takes over the permit.
      const next = queue.next();
      if (next) next.go();
      else running -= 1;
    }
  };
}

type Lines = Map<string, Waiter[]>;

function createQueue(capacity: number) {
  // Maps keep the order in which they were filled: the first has its turn, and goes to the end.
  const sites = new Map<string, Lines>();
  let waiting = 0;

  const sizeOf = (lines: Lines | undefined): number =>
    [...(lines?.values() ?? [])].reduce((sum, line) => sum + line.length, 0);

  /** Whether a place was made: nobody gives way to a share that is as large as their own. */
  const makeRoom = ({ site, line }: Caller): boolean => {
    const [largest, lines] = largestOf(sites, sizeOf)!;
    if (largest !== site && sizeOf(lines) <= sizeOf(sites.get(site)) + 1) return false;
    const [longest, waiters] = largestOf(lines, (list) => list.length)!;
    if (largest === site && (longest === line || waiters.length <= (lines.get(line)?.length ?? 0) + 1)) return false;
    waiters.pop()!.refuse(new DomainError('too-many-requests'));
    waiting -= 1;
    dropEmpty(sites, largest, longest);
    return true;
  };

  return {
    async wait(caller: Caller): Promise<void> {
      if (waiting >= capacity && (capacity === 0 || !makeRoom(caller))) throw new DomainError('too-many-requests');
      const lines = sites.get(caller.site) ?? new Map<string, Waiter[]>();
      sites.set(caller.site, lines);
      const line = lines.get(caller.line) ?? [];
      lines.set(caller.line, line);
      waiting += 1;
      await new Promise<void>((go, refuse) => {
        line.push({ go, refuse });
      });
    },
    next(): Waiter | undefined {
      const [site, lines] = sites.entries().next().value ?? [];
      const [line, waiters] = lines?.entries().next().value ?? [];
      if (site === undefined || lines === undefined || line === undefined || waiters === undefined) return undefined;
      const waiter = waiters.shift()!;
      waiting -= 1;
      lines.delete(line);
      if (waiters.length > 0) lines.set(line, waiters);
      sites.delete(site);
      if (lines.size > 0) sites.set(site, lines);
      return waiter;
    },
  };
}

function largestOf<T>(map: ReadonlyMap<string, T>, size: (value: T) => number): [string, T] | undefined {
  let found: [string, T] | undefined;
  for (const entry of map) if (found === undefined || size(entry[1]) > size(found[1])) found = entry;
  return found;
}

function dropEmpty(sites: Map<string, Lines>, site: string, line: string): void {
  const lines = sites.get(site)!;
  if (lines.get(line)!.length === 0) lines.delete(line);
  if (lines.size === 0) sites.delete(site);
}
