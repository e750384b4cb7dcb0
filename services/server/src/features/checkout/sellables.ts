import type { Sellable } from './sellable.ts';

/** Everything that this deployment sells. */
export interface Sellables {
  readonly all: readonly Sellable[];
  find(kind: string): Sellable | null;
  /** @throws an Error for a kind that nobody sells: what was paid for it waits, untouched, for a process that sells it. */
  get(kind: string): Sellable;
}

/** @throws an Error when two features sell the same kind */
export function openSellables(all: readonly Sellable[]): Sellables {
  const byKind = new Map<string, Sellable>();
  for (const sellable of all) {
    if (byKind.has(sellable.kind)) throw new Error(`Two features sell '${sellable.kind}'.`);
    byKind.set(sellable.kind, sellable);
  }
  return {
    all,
    find: (kind) => byKind.get(kind) ?? null,
    get(kind) {
      const sellable = byKind.get(kind);
      if (!sellable) throw new Error(`No feature sells '${kind}'.`);
      return sellable;
    },
  };
}
