/** How often each event met each state and each fault. */
export interface Coverage {
  met(event: string, state: string, fault: string, answer: string): void;
  /** How often each fault was met. */
  faults(): ReadonlyMap<string, number>;
  lines(): string[];
}

export function openCoverage(): Coverage {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  return {
    met(event, state, fault, answer) {
      add(`event\t${event}\t${state}`);
      add(`fault\t${event}\t${fault}`);
      add(`answer\t${event}\t${answer}`);
    },
    faults() {
      const sums = new Map<string, number>();
      for (const [key, count] of counts) {
        const [kind, , fault] = key.split('\t') as [string, string, string];
        if (kind === 'fault') sums.set(fault, (sums.get(fault) ?? 0) + count);
      }
      return sums;
    },
    lines() {
      const tables = [
        ['fault', 'Events by fault'],
        ['event', "Events by the fan's state"],
        ['answer', 'Events by answer'],
      ] as const;
      return tables.flatMap(([kind, title]) => [title, ...table(counts, kind)]);
    },
  };
}

function table(counts: ReadonlyMap<string, number>, kind: string): string[] {
  const rows = new Map<string, string[]>();
  for (const [key, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [its, event, what] = key.split('\t') as [string, string, string];
    if (its === kind) rows.set(event, [...(rows.get(event) ?? []), `${what} ${count}`]);
  }
  return [...rows].map(([event, cells]) => `  ${event}: ${cells.join(', ')}`);
}
