import type pg from 'pg';
import { openOwner } from '../owner.ts';

export interface KeptOwners {
  /** Lends a connection of the owner's to one piece of work, which leaves no transaction open. */
  use<R>(work: (owner: pg.Client) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/** A connection learns every schema that it makes and forgets none: after these many it costs more than a new one. */
const mostUses = 10;
/** Milliseconds that one waits for further work. */
const idleMs = 5_000;

interface Kept {
  readonly owner: pg.Client;
  uses: number;
  isLost: boolean;
}

/** The owner's connections, kept for whoever makes one site after the other: a new one has to learn the catalog first. */
export function keepOwners(url: string): KeptOwners {
  const idle: { kept: Kept; timer: NodeJS.Timeout }[] = [];
  let isClosed = false;
  const end = ({ owner }: Kept): Promise<void> => owner.end().catch(() => {});

  const open = async (): Promise<Kept> => {
    const kept: Kept = { owner: await openOwner(url), uses: 0, isLost: false };
    kept.owner.once('end', () => (kept.isLost = true));
    return kept;
  };
  const take = async (): Promise<Kept> => {
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      clearTimeout(last.timer);
      if (!last.kept.isLost) return last.kept;
    }
    return open();
  };
  const giveBack = async (kept: Kept): Promise<void> => {
    if (isClosed || kept.isLost || kept.uses >= mostUses) return end(kept);
    const place = {
      kept,
      timer: setTimeout(() => {
        idle.splice(idle.indexOf(place), 1);
        void end(kept);
      }, idleMs).unref(),
    };
    idle.push(place);
  };
  return {
    async use(work) {
      const kept = await take();
      kept.uses += 1;
      try {
        const result = await work(kept.owner);
        await giveBack(kept);
        return result;
      } catch (error) {
        // Nobody knows in what state it is.
        await end(kept);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      const left = idle.splice(0);
      for (const { timer } of left) clearTimeout(timer);
      await Promise.all(left.map(({ kept }) => end(kept)));
    },
  };
}
