import { openTrustedMemory, type TrustedMemory, type TrustedMemoryOptions } from '@backlot/realtime/trusted-memory';
import { measureMemory, tallyOf, type MemoryName } from './memories.ts';

/** A trusted memory that says its hit rate in `/metrics`: what could not be believed any more is no hit. */
export function openRememberedRows<K extends string, V>(
  name: MemoryName,
  options: Omit<TrustedMemoryOptions<V>, 'tally'>,
): TrustedMemory<K, V> {
  const memory = openTrustedMemory<K, V>({ ...options, tally: tallyOf(name) });
  measureMemory(name, memory);
  return memory;
}
