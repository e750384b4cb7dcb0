import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { StepResult } from './step.ts';

/**
 * Processor seconds that a step of the gate may take, and all of them together, on a machine whose pace is
 * `sampleMs` (see pace.ts). Never the clock's: machines are busy.
 */
export interface Budget {
  readonly sampleMs: number;
  readonly total: number;
  readonly steps: Readonly<Record<string, number>>;
}

export const readBudget = (): Budget =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Budget;

/**
 * What every step took, as a table, and a failure for each that took more than stands in the budget. `sampleMs` is what
 * the sample took here: a slower machine is allowed as much more; a faster one is held to the figures as they stand.
 */
export function checkBudget(spent: ReadonlyMap<string, number>, budget: Budget, sampleMs: number | null): StepResult {
  const slower = Math.max(1, (sampleMs ?? budget.sampleMs) / budget.sampleMs);
  const allowed = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * slower));
  const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
  const most = allowed(budget.total)!;
  const rows = [...spent].map(([name, seconds]) => [name, seconds, allowed(budget.steps[name])] as const);
  const lines = [...rows, ['Together', total, most] as const].map(
    ([name, seconds, most]) => `${name.padEnd(24)}${seconds.toFixed(1).padStart(8)} of ${most ?? 'no budget'}`,
  );
  const over = [
    ...rows.flatMap(([name, seconds, most]) =>
      most === undefined
        ? [`${name} has no budget: give it one in scripts/gate/budget.json.`]
        : seconds > most
          ? [`${name} took ${seconds.toFixed(1)} processor seconds; its budget is ${most}.`]
          : [],
    ),
    ...(total > most ? [`All steps took ${total.toFixed(1)} processor seconds; the budget is ${most}.`] : []),
  ];
  return {
    passed: over.length === 0 ? 1 : 0,
    failed: over.length,
    output: [
      sampleMs === null
        ? 'Processor seconds'
        : `Processor seconds, where a sample took ${sampleMs.toFixed(1)} ms: the budget's ${budget.sampleMs} ms times ${slower.toFixed(2)}`,
      ...lines,
      ...over,
    ].join('\n'),
  };
}
