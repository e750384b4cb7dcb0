import type { Tally } from '@backlot/realtime/trusted-memory';

/** Every memory that a process keeps. A name is a label of `/metrics`: none is made of a site, a person or an address. */
const memoryNames = [
  'call-windows',
  'cleaned-html',
  'feed-pages',
  'guest-answers',
  'guest-changes',
  'hosts',
  'job-shares',
  'media-addresses',
  'media-found',
  'payment-accounts',
  'playlists',
  'policy-reporters',
  'policy-reports',
  'promotions',
  'sessions',
  'settings',
  'settings-told',
  'tags',
  'throttles',
  'tries',
  'views-noted',
] as const;
export type MemoryName = (typeof memoryNames)[number];

/** A memory that is open. */
export interface Measured {
  /** Entries. */
  readonly size: number;
  /** What it is bounded by where that is no number of entries; null where it is. */
  readonly bytes: number | null;
}

/** What all memories of one name hold now, and what came of asking them since the process began. */
export interface MemoryFigures extends Readonly<Tally> {
  readonly name: MemoryName;
  readonly entries: number;
  readonly bytes: number | null;
}

interface Kept {
  readonly tally: Tally;
  /** Not held on to: a memory goes with what it belongs to. */
  readonly open: Set<WeakRef<Measured>>;
}

const kept: ReadonlyMap<MemoryName, Kept> = new Map(
  memoryNames.map((name) => [name, { tally: { hits: 0, misses: 0, evictions: 0 }, open: new Set() }]),
);

/** Counted up in place, by all memories of the name. */
export const tallyOf = (name: MemoryName): Tally => kept.get(name)!.tally;

/** From now on it is measured with the others of its name. */
export const measureMemory = (name: MemoryName, memory: Measured): void =>
  void kept.get(name)!.open.add(new WeakRef(memory));

/** In the order of their names, also those that nobody has asked yet. */
export const memoryFigures = (): MemoryFigures[] =>
  [...kept].map(([name, { tally, open }]) => {
    let entries = 0;
    let bytes: number | null = null;
    for (const held of open) {
      const memory = held.deref();
      if (memory === undefined) open.delete(held);
      else {
        entries += memory.size;
        if (memory.bytes !== null) bytes = (bytes ?? 0) + memory.bytes;
      }
    }
    return { name, ...tally, entries, bytes };
  });
