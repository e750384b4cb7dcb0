// `npm test`: the whole gate. Every step runs, so that one run shows all there is to mend.
import { join } from 'node:path';

import { PlainFailure, step } from './bootstrap/progress.mjs';
import { checkBudget, readBudget } from './gate/budget.ts';
import { commandStep } from './gate/command-step.ts';
import { demoSeedBeside } from './gate/demo-seed.ts';
import { measurePace } from './gate/pace.ts';
import { provideNeeds } from './gate/needs/provide-needs.ts';
import { quickSteps, typesBeside } from './gate/quick-steps.ts';
import { closeGate, runSteps, type Step } from './gate/step.ts';
import { runVitest } from './gate/run-vitest.ts';

const root = join(import.meta.dirname, '..');

// Downloads wait for the network while types and the like work; nobody waits for them before the tests begin.
let tell = (_text: string): void => {};
const provided = provideNeeds(root, (text) => tell(text));

const programs: Step = {
  name: 'Programs of the system',
  run: async () => {
    const { missing } = await step('Programs', (report) => {
      tell = report;
      return provided;
    });
    return {
      passed: missing.length === 0 ? 1 : 0,
      failed: missing.length,
      output: missing
        .map(({ need, why }) => `${need.name} is missing: ${need.for} cannot be tested.\n${why}`)
        .join('\n'),
    };
  },
};
const seed = demoSeedBeside(root);
const rules: Step = {
  name: 'Rules and routes',
  run: async () => {
    const { env, missing } = await provided;
    if (hasBrowser(missing)) seed.begin(env);
    return runVitest('Rules and routes', root, [], env);
  },
};
const journeys: Step = {
  name: 'Journeys',
  run: async () => {
    const { env, missing } = await provided;
    if (!hasBrowser(missing)) throw new PlainFailure('Not run: there is no browser.');
    const seedSeconds = await seed.end();
    const result = await runVitest('Journeys', root, ['--config', 'scripts/gate/journeys.config.ts'], {
      ...env,
      ...seed.env,
    });
    return result.processorSeconds === undefined
      ? result
      : { ...result, processorSeconds: result.processorSeconds + seedSeconds };
  },
};

const pace = measurePace();
const totals = await runSteps([
  ...quickSteps(root),
  // Before the routes: the server renders pages with what is built here.
  {
    ...commandStep('Front end', root, process.execPath, [join(root, 'scripts/build-web.ts'), '--force']),
    isBeside: true,
  },
  typesBeside(root),
  programs,
  rules,
  journeys,
]);
const { passed, failed, failedSteps } = await runSteps([
  { name: 'Budget', run: () => Promise.resolve(checkBudget(totals.spent, readBudget(), pace.end())) },
]);
closeGate({
  passed: totals.passed + passed,
  failed: totals.failed + failed,
  failedSteps: [...totals.failedSteps, ...failedSteps],
});

function hasBrowser(missing: Awaited<typeof provided>['missing']): boolean {
  return !missing.some(({ need }) => need.variable === 'CHROMIUM_PATH');
}
