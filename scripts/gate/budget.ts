import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { StepResult } from './step.ts';

/** Processor seconds that a step of the gate may take, and all of them together. Never the clock's: machines are busy. */
export interface Budget {
  readonly total: number;
  readonly steps: Readonly<Record<string, number>>;
}

export const readBudget = (): Budget =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'budget.json'), 'utf8')) as Budget;

/** What every step took, as a table, and a failure for each that took more than stands in the budget. */
export function checkBudget(spent: ReadonlyMap<string, number>, budget: Budget): StepResult {
  const total = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
  const rows = [...[...spent].map(([name, seconds]) => [name, seconds, budget.steps[name]] as const)];
  const lines = [...rows, ['Together', total, budget.total] as const].map(
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
    ...(total > budget.total
      ? [`All steps took ${total.toFixed(1)} processor seconds; the budget is ${budget.total}.`]
      : []),
  ];
  return {
    passed: over.length === 0 ? 1 : 0,
    failed: over.length,
    output: ['Processor seconds', ...lines, ...over].join('\n'),
  };
}
