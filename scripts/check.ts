// `npm run check`: the quick part of the gate, without database and browser.
import { join } from 'node:path';

import { quickSteps, typesBeside } from './gate/quick-steps.ts';
import { closeGate, runSteps } from './gate/step.ts';
import { runVitest } from './gate/run-vitest.ts';

const root = join(import.meta.dirname, '..');

closeGate(
  await runSteps([
    ...quickSteps(root),
    typesBeside(root),
    {
      name: 'Rules',
      run: () => runVitest('Rules', root, ['packages/domain', 'packages/contracts', 'packages/testing', 'scripts']),
    },
  ]),
);
