import type { Tally } from '@backlot/realtime/trusted-memory';
import { LRUCache } from 'lru-cache';
import { measureMemory, tallyOf, type MemoryName } from './memories.ts';

type MemoryOptions<K extends {}, V extends {}> = LRUCache.Options<K, V, unknown> & {
  /** What `sizeCalculation` answers is bytes, and shown as such. */
  readonly isOfBytes?: boolean;
  /** Finding an entry says nothing of whether it will do: whoever opened the memory counts by `tally`. */
  readonly isCountedOutside?: boolean;
};

/**
 * An LRU that says its hit rate in `/metrics`. What is got is counted; `peek` and `has` are not. Production code opens no other
 * (memories.test.ts), so that each has a bound and a name.
 */
export class BoundedMemory<K extends {}, V extends {}> extends LRUCache<K, V> {
  readonly tally: Tally;
  readonly #isOfBytes: boolean;
  readonly #isCountedOutside: boolean;

  constructor(name: MemoryName, { isOfBytes = false, isCountedOutside = false, ...options }: MemoryOptions<K, V>) {
    const tally = tallyOf(name);
    const { dispose } = options;
    super({
      ...options,
      dispose: (value, key, reason) => {
        if (reason === 'evict') tally.evictions += 1;
        dispose?.(value, key, reason);
      },
    } as LRUCache.Options<K, V, unknown>);
    this.tally = tally;
    this.#isOfBytes = isOfBytes;
    this.#isCountedOutside = isCountedOutside;
    measureMemory(name, this);
  }

  get bytes(): number | null {
    return this.#isOfBytes ? this.calculatedSize : null;
  }

  override get(key: K, options?: LRUCache.GetOptions<K, V, unknown>): V | undefined {
    const found = super.get(key, options);
    if (this.#isCountedOutside) return found;
    if (found === undefined) this.tally.misses += 1;
    else this.tally.hits += 1;
    return found;
  }
}
