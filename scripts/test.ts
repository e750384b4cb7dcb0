// `npm test`: the whole gate. Every step runs, so that one run shows all there is to mend.
import { join } from 'node:path';

import { PlainFailure, step } from './bootstrap/progress.mjs';
import { commandStep } from './gate/command-step.ts';
import { demoSeedBeside } from './gate/demo-seed.ts';
import { provideNeeds } from './gate/needs/provide-needs.ts';
import { quickSteps } from './gate/quick-steps.ts';
import { closeGate, runSteps, type Step } from './gate/step.ts';
import { vitestStep } from './gate/vitest-step.ts';

const root = join(import.meta.dirname, '..');

const { env, missing } = await step('Programs of the system', (report) => provideNeeds(root, report));

const programs: Step = {
  name: 'Programs',
  run: async () => ({
    passed: missing.length === 0 ? 1 : 0,
    failed: missing.length,
    output: missing.map(({ need, why }) => `${need.name} is missing: ${need.for} cannot be tested.\n${why}`).join('\n'),
  }),
};
const rules = vitestStep('Rules and routes', root, [], env);
const seed = demoSeedBeside(root, env);
const journeys = vitestStep('Journeys', root, ['--config', 'vitest.journeys.config.ts'], { ...env, ...seed.env });
const rulesAndJourneys: Step[] = missing.some(({ need }) => need.variable === 'CHROMIUM_PATH')
  ? [rules, { name: journeys.name, run: () => Promise.reject(new PlainFailure('Not run: there is no browser.')) }]
  : [beginning(rules, () => seed.begin()), beginning(journeys, () => seed.end())];

closeGate(
  await runSteps([
    programs,
    ...quickSteps(root),
    // Before the routes: the server renders pages with what is built here.
    commandStep('Front end', root, process.execPath, [join(root, 'scripts/build-web.ts'), '--force']),
    ...rulesAndJourneys,
  ]),
);

/** The step, with something done before it. */
function beginning(step: Step, first: () => Promise<void> | void): Step {
  return { name: step.name, run: async () => { await first(); return step.run(); } };
}
