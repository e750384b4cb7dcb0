import { LRUCache } from 'lru-cache';

/** Where a process hears that rows have changed. */
export interface NewsLine {
  /** A number that changes whenever news may have been lost; null while the line has not answered for a second. */
  unbroken(): number | null;
}

export interface TrustedMemory<K extends string, V> {
  /** What is remembered, where it can be believed; else what `read` finds, once for everybody who asks meanwhile. */
  get(key: K, read: () => Promise<V>): Promise<V>;
  /** What is remembered and can be believed. Waits for nothing: who holds a connection may ask. */
  peek(key: K): V | undefined;
  drop(key: K): void;
  /** Drops what matches, and whatever is being read: it may be of before. */
  dropWhere(matches: (value: V, key: K) => boolean): void;
  /** What is remembered, believed or not. */
  known(): ReadonlyArray<readonly [K, V]>;
  /** Entries. */
  readonly size: number;
  /** It is bounded by its entries. */
  readonly bytes: null;
}

/** What came of asking a memory, counted up in place. */
export interface Tally {
  /** Answered from memory. */
  hits: number;
  /** Not known, or not to be believed any more. */
  misses: number;
  /** Put out to make room. */
  evictions: number;
}

export interface TrustedMemoryOptions<V> {
  readonly line: NewsLine;
  /** Entries. */
  readonly max: number;
  readonly tally: Tally;
  /** Whether a value is remembered at all. */
  readonly keeps?: (value: V) => boolean;
  /** The longest in milliseconds that one is remembered, news or not. */
  readonly keepMs?: number;
}

/** When something was read, and in which stretch of unbroken news. */
export interface Mark {
  readonly at: number;
  readonly stretch: number | null;
}

interface Entry<V> extends Mark {
  readonly reading: Promise<V>;
  found: { readonly value: V } | null;
}

/** While nobody tells of changes, what was read is believed for so long. */
const BELIEVED_MS = 1_000;

/** Taken when reading begins. */
export const markNow = (line: NewsLine): Mark => ({ at: performance.now(), stretch: line.unbroken() });

export const isBelieved = (mark: Mark, line: NewsLine): boolean =>
  performance.now() - mark.at <= BELIEVED_MS || (mark.stretch !== null && mark.stretch === line.unbroken());

/**
 * Rows in memory, dropped when news of a change comes. While the line for news is cut they are believed for a second
 * after they were read, and the database is asked again.
 */
export function openTrustedMemory<K extends string, V>({
  line,
  max,
  tally,
  keeps = () => true,
  keepMs = Infinity,
}: TrustedMemoryOptions<V>): TrustedMemory<K, V> {
  // It grows as it is filled: with `max` there would be room for all from the start.
  const entries = new LRUCache<K, Entry<V>>({
    maxSize: max,
    sizeCalculation: () => 1,
    dispose: (_entry, _key, reason) => {
      if (reason === 'evict') tally.evictions += 1;
    },
  });
  const forget = (key: K, entry: Entry<V>): void => {
    if (entries.peek(key) === entry) entries.delete(key);
  };
  return {
    get(key, read) {
      const known = entries.get(key);
      if (known && performance.now() - known.at <= keepMs && isBelieved(known, line)) {
        tally.hits += 1;
        return known.reading;
      }
      tally.misses += 1;
      const entry: Entry<V> = { ...markNow(line), reading: read(), found: null };
      entries.set(key, entry);
      entry.reading.then(
        (value) => {
          entry.found = { value };
          if (!keeps(value)) forget(key, entry);
        },
        () => forget(key, entry),
      );
      return entry.reading;
    },
    peek(key) {
      const known = entries.get(key);
      return known && performance.now() - known.at <= keepMs && isBelieved(known, line)
        ? known.found?.value
        : undefined;
    },
    drop: (key) => void entries.delete(key),
    dropWhere(matches) {
      for (const [key, { found }] of [...entries.entries()])
        if (found === null || matches(found.value, key)) entries.delete(key);
    },
    known: () => [...entries.entries()].flatMap(([key, { found }]) => (found ? [[key, found.value] as const] : [])),
    get size() {
      return entries.size;
    },
    bytes: null,
  };
}
