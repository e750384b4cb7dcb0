import { join } from 'node:path';

import { readCode } from '@backlot/testing/code/code-graph';
import { exportsWithoutCaller } from '@backlot/testing/code/production';

import { findForbiddenImports } from './boundaries.ts';
import { commandStep } from './command-step.ts';
import { runCommand } from './run-command.ts';
import type { Step } from './step.ts';

/** One checker, for one processor: several look at many of the types twice, and the other processor has work. */
export const typesBeside = (root: string): Step => ({
  ...commandStep('Types', root, join(root, 'node_modules/.bin/tsc'), ['-p', root, '--noEmit', '--checkers', '1']),
  isBeside: true,
});

/** What needs no database and no browser, but for the types. */
export function quickSteps(root: string): Step[] {
  return [
    commandStep('Form', root, join(root, 'node_modules/.bin/oxfmt'), ['--check', '.']),
    commandStep('Lint', root, join(root, 'node_modules/.bin/oxlint'), ['--deny-warnings']),
    {
      name: 'Boundaries',
      run: async () => {
        const { violations } = await findForbiddenImports(root);
        return violations.length === 0
          ? { passed: 1, failed: 0 }
          : { passed: 0, failed: 1, output: violations.join('\n') };
      },
    },
    {
      name: 'Callers',
      run: () => {
        const unused = exportsWithoutCaller(readCode(root));
        return Promise.resolve(
          unused.length === 0
            ? { passed: 1, failed: 0 }
            : {
                passed: 0,
                failed: 1,
                output: [
                  'Nothing that is started calls these (packages/testing/src/code/production.ts); a test is no caller:',
                  ...unused,
                ].join('\n'),
              },
        );
      },
    },
    {
      name: 'Requirements',
      run: async () => {
        const { code, output, processorSeconds } = await runCommand(process.execPath, [
          join(root, 'scripts/requirements.ts'),
          '--missing',
        ]);
        const counted = output.trim().split('\n').at(-1) ?? '';
        const took = processorSeconds === null ? {} : { processorSeconds };
        return code === 0
          ? { passed: 1, failed: 0, output: counted, ...took }
          : { passed: 0, failed: 1, output, ...took };
      },
    },
  ];
}
