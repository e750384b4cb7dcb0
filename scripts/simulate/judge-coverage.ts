import type { Coverage } from './coverage.ts';
import { faultNames } from './faults.ts';
import { transitionsMet } from './transitions-met.ts';
import { neverMet } from './never-met.ts';

const million = 1_000_000;
/** Times in a million events; in fewer, so many fewer. Shorter runs than `judgedFrom` say nothing about it. */
const timesOf = { transition: 20, fault: 1_000 };
export const judgedFrom = 20_000;

/** A table of how often each state met each event, and what was met too seldom for so many events. */
export function judgeCoverage(coverage: Coverage, events: number): { lines: string[]; missing: string[] } {
  const needed = (times: number): number => Math.floor(times * Math.min(1, events / million));
  const [seldom, rare] = [needed(timesOf.transition), needed(timesOf.fault)];
  const lines = ['What happened to memberships, by state (- what the table refuses, ! what never happens)'];
  const missing: string[] = [];
  for (const [state, cells] of Map.groupBy(transitionsMet(), (one) => one.state)) {
    const told = cells.map(({ event, count, isAllowed }) => {
      const why = neverMet(state, event);
      if (why === null && count < seldom) missing.push(`${state} met ${event} ${count} times of ${seldom}`);
      if (why !== null && count > 0) missing.push(`${state} met ${event} ${count} times, and never should: ${why}`);
      return `${event} ${isAllowed ? '' : '-'}${count}${why === null ? '' : '!'}`;
    });
    lines.push(`  ${state}: ${told.join(', ')}`);
  }
  const met = coverage.faults();
  lines.push('Faults', `  ${faultNames.map((fault) => `${fault} ${met.get(fault) ?? 0}`).join(', ')}`);
  for (const fault of faultNames) {
    const count = met.get(fault) ?? 0;
    if (count < rare) missing.push(`fault ${fault} ${count} times of ${rare}`);
  }
  return { lines, missing };
}
