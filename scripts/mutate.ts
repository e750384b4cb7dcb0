// `npm run mutate`: draws proved rules, breaks one line of production code for each in a copy of the checkout, and runs the
// tests that prove the rule. At least 95 of 100 have to turn red.
// The line is one that the rule's own test runs and that is most about the rule (mutate/rate-breaks.ts). No rating knows
// that a line decides a rule, and some changes change nothing that can be seen: where a test does not turn red, the next
// lines are tried, --tries of them in all, and each that was not noticed is told. What only crashes counts as nothing: a
// file that no longer loads, a test that ends in a TypeError.
// -- --seed N --rules N repeats a draw; --without-journeys leaves out the tests in a browser; --only ID,ID takes those rules;
// --workers N runs as many at once; --dry only tells the lines.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { readCode } from '@backlot/testing/code/code-graph';
import type { Proof } from '@backlot/testing/code/proofs';
import { stateRequirements, type StatedRequirement } from '@backlot/testing/requirements';

import { seeded, shuffled } from './mutate/draw.ts';
import { leaveNoServer } from './mutate/leave-no-server.ts';
import { lookWhatTestsComeTo } from './mutate/look-what-tests-come-to.ts';
import { placedBreaks, type PlacedBreak } from './mutate/placed-breaks.ts';
import { breakRater, onLines } from './mutate/rate-breaks.ts';
import { isJourney, runTests } from './mutate/run-tests.ts';
import { makeScratchTree } from './mutate/scratch-tree.ts';

const root = join(import.meta.dirname, '..');
const text = (value: string) => ({ type: 'string', default: value }) as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  options: {
    seed: text('1'),
    rules: text('60'),
    tries: text('4'),
    workers: text('2'),
    only: text(''),
    'without-journeys': flag,
    dry: flag,
  },
});
const [seed = 0, wanted = 0, tries = 0, workers = 0] = [values.seed, values.rules, values.tries, values.workers].map(
  Number,
);
if (![seed, wanted, tries, workers].every(Number.isInteger) || Math.min(wanted, tries, workers) < 1) {
  console.error(
    'Usage: npm run mutate -- --seed <number> --rules <number> [--tries <number>] [--workers <number>] [--without-journeys] [--only ID,ID] [--dry]',
  );
  process.exit(2);
}

/** A rule's proofs; those in a browser only where there are no others: each takes a build and a minute. */
function proofsOf({ state }: StatedRequirement): readonly Proof[] {
  if (state.kind !== 'proved') return [];
  const quick = state.proofs.filter(({ path }) => !isJourney(path));
  return quick.length > 0 || values['without-journeys'] ? quick : state.proofs;
}
const filesOf = (rule: StatedRequirement): string[] => [...new Set(proofsOf(rule).map(({ path }) => path))];
const inBrowser = (rule: StatedRequirement): boolean => filesOf(rule).some(isJourney);

const graph = readCode(root);
const rules = stateRequirements(root);
const only = values.only === '' ? null : new Set(values.only.split(','));
const proved = rules.filter((rule) => filesOf(rule).length > 0 && (only?.has(rule.id) ?? true));
const drawn = shuffled(proved, seeded(seed)).slice(0, wanted);
console.log(`${drawn.length} rules of ${proved.length}, seed ${seed}`);

const breaks = placedBreaks(graph);
const rate = breakRater(graph, breaks);
const trees = Array.from({ length: Math.min(workers, drawn.length) }, (_, index) => {
  const path = join(root, '.cache', `mutate-${process.pid}-${index}`);
  return { path, ...makeScratchTree(root, path) };
});
const [firstTree = ''] = trees.map(({ path }) => path);
process.on('exit', () => {
  for (const { remove } of trees) remove();
});
const leave = async (): Promise<void> => {
  for (const { path } of trees) await leaveNoServer(path);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().finally(() => process.exit(130)));
const buildPages = (tree: string): unknown =>
  execFileSync(process.execPath, [join(tree, 'scripts/build-web.ts'), '--force'], { cwd: tree, stdio: 'ignore' });
const names = (id: string, those: Iterable<string>): boolean =>
  [...those].some((name) => new RegExp(`\\b${id}\\b`).test(name));
const tell = (one: PlacedBreak): string =>
  `${one.path}:${one.line} ${one.name}: ${one.what}: ${one.piece.replaceAll(/\s+/g, ' ').slice(0, 80)}\n             ${one.code.slice(0, 150)}`;

const quick = drawn.filter((rule) => !inBrowser(rule));
const look = await lookWhatTestsComeTo(
  firstTree,
  breaks,
  [...new Set(quick.flatMap(filesOf))],
  quick.map(({ id }) => id),
);
const chosen = new Map(
  drawn.map((rule) => [rule.id, onLines(rate(rule, proofsOf(rule), inBrowser(rule) ? null : look.of(rule.id)), tries)]),
);
if (values.dry) {
  for (const { id, requirement } of drawn)
    console.log(
      [`\n${id.padEnd(10)} ${requirement}`, ...(chosen.get(id) ?? []).map((one) => `           ${tell(one)}`)].join(
        '\n',
      ),
    );
  await leave();
  process.exit(0);
}

/** 'unclear': the rule's test is red, or does not run, before anything is broken. */
type Outcome = 'killed' | 'survived' | 'unclear';

async function attempt(rule: StatedRequirement, tree: string): Promise<{ outcome: Outcome; told: string[] }> {
  const told: string[] = [];
  if (inBrowser(rule)) buildPages(tree);
  const isGreen = !inBrowser(rule) && names(rule.id, look.ran.passed) && !names(rule.id, look.ran.failed.keys());
  if (!isGreen) {
    const before = await runTests(tree, filesOf(rule), [rule.id]);
    if (!names(rule.id, before.passed) || before.failed.size > 0 || before.crashed)
      return { outcome: 'unclear', told: [...before.failed.values()] };
  }
  for (const one of chosen.get(rule.id) ?? []) {
    const path = join(tree, one.path);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, one.start) + one.text + source.slice(one.end));
    if (inBrowser(rule) && /^(services\/web|packages\/(domain|contracts)|themes)\//.test(one.path)) buildPages(tree);
    const after = await runTests(tree, filesOf(rule), [rule.id]);
    writeFileSync(path, source);
    const why = [...after.failed.values()].find((one) => !/^(Type|Reference|Syntax|Range)Error/.test(one));
    if (why !== undefined)
      return {
        outcome: 'killed',
        told: [...told, `           broken ${tell(one)}\n             → ${why.slice(0, 150)}`],
      };
    told.push(`           ${after.crashed || after.failed.size > 0 ? 'crashed' : 'unnoticed'} ${tell(one)}`);
  }
  return { outcome: 'survived', told };
}

const counts = { killed: 0, survived: 0, unclear: 0 };
let atFirst = 0;
const waiting = [...drawn];
await Promise.all(
  trees.map(async ({ path }) => {
    for (let rule = waiting.shift(); rule; rule = waiting.shift()) {
      const from = performance.now();
      const { outcome, told } = await attempt(rule, path);
      counts[outcome] += 1;
      if (outcome === 'killed' && told.length === 1) atFirst += 1;
      console.log(
        [
          `${outcome.padEnd(9)} ${rule.id} (${Math.round((performance.now() - from) / 1000)} s) ${rule.requirement.slice(0, 120)}`,
          ...told,
        ].join('\n'),
      );
    }
  }),
);
await leave();
console.log(
  `Seed ${seed}: of ${drawn.length} rules ${counts.killed} had a broken line found (${atFirst} the first that was broken), ${counts.survived} had not, ${counts.unclear} are unclear.`,
);
process.exitCode = counts.killed >= drawn.length * 0.95 ? 0 : 1;
