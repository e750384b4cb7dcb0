import { parseArgs } from 'node:util';
import './simulate/watch-transitions.ts';
import { openCoverage } from './simulate/coverage.ts';
import type { SliceResult } from './simulate/run-slice.ts';

const { judgeCoverage, judgedFrom } = await import('./simulate/judge-coverage.ts');
const { runSlice } = await import('./simulate/run-slice.ts');
const { sabotageNames } = await import('./simulate/sabotages.ts');

// npm run simulate [-- --events 3000 --seed 1 --slice 1000 --fans 24 --sabotage <name> --json]: fans, staff and providers do what they
// do, much of it fails, and an oracle compares the product's books and locks with what the providers took.

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    slice: { type: 'string', default: '1000' },
    fans: { type: 'string', default: '24' },
    sabotage: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const [events, seed, size, fans] = [values.events, values.seed, values.slice, values.fans].map(Number) as [
  number,
  number,
  number,
  number,
];
const sabotage = sabotageNames.find((name) => name === values.sabotage) ?? null;
if (![events, size, fans].every((count) => Number.isInteger(count) && count > 0) || !Number.isInteger(seed)) {
  console.error(
    'Usage: npm run simulate -- --events <number> --seed <number> [--slice <events>] [--fans <a slice>] [--sabotage <name>] [--json]',
  );
  process.exit(2);
}
if (values.sabotage !== undefined && sabotage === null) {
  console.error(`There are these sabotages: ${sabotageNames.join(', ')}.`);
  process.exit(2);
}
const say = (text: string): void => {
  if (!values.json) console.log(text);
};
say(`${events} events, seed ${seed}${sabotage === null ? '' : `, sabotage ${sabotage}`}`);
const coverage = openCoverage();
const violations: object[] = [];
let done = 0;
for (let number = 0; done < events && violations.length === 0; number += 1) {
  const begun = performance.now();
  const result: SliceResult = await runSlice({
    seed: seed + number,
    events: Math.min(size, events - done),
    fans,
    sabotage,
    coverage,
  });
  done += result.events;
  const seconds = (performance.now() - begun) / 1000;
  say(
    `  seed ${seed + number}: ${result.events} events in ${seconds.toFixed(1)} s, ${result.violations.length} violations`,
  );
  for (const { invariant, text, fan, event } of result.violations) {
    violations.push({
      seed: seed + number,
      event,
      invariant,
      text,
      fan: fan?.name ?? null,
      history: fan?.history ?? [],
    });
    say(`! ${invariant}, event ${event}${fan === null ? '' : `, ${fan.name}`}: ${text}`);
  }
  for (const fan of new Set(result.violations.map((violation) => violation.fan)))
    if (fan) say([`  ${fan.name}:`, ...fan.history.slice(-40)].join('\n    '));
  if (result.violations.length > 0)
    say(
      `Again with: npm run simulate -- --seed ${seed + number} --events ${Math.min(size, events - done + result.events)} --slice ${size} --fans ${fans}`,
    );
}
const { lines, missing } = judgeCoverage(coverage, done);
if (values.json) console.log(JSON.stringify({ events: done, violations, missing }));
else for (const line of [...coverage.lines(), ...lines]) console.log(line);
const isJudged = done >= judgedFrom && sabotage === null && violations.length === 0;
if (isJudged) for (const text of missing) say(`? ${text}`);
process.exit(violations.length > 0 || (isJudged && missing.length > 0) ? 1 : 0);
