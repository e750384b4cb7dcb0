import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TestsRun {
  readonly passed: readonly string[];
  /** Name → the first line of why. */
  readonly failed: ReadonlyMap<string, string>;
  /** A file did not load or its world was not made: the code crashes, which says nothing of a rule. */
  readonly crashed: boolean;
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export const isJourney = (path: string): boolean => path.endsWith('.journey.test.ts');

const configured = (of: string, more: string): string =>
  `import { mergeConfig } from 'vitest/config';\nimport given from './${of}';\nexport default mergeConfig(given, { test: { fsModuleCache: true, ${more} } });\n`;

/** Runs the tests of these files in a copy whose names hold one of these ids. `cameTo`: a file for what they came to. */
export async function runTests(
  tree: string,
  files: readonly string[],
  ids: readonly string[],
  cameTo: string | null = null,
): Promise<TestsRun> {
  const passed: string[] = [];
  const failed = new Map<string, string>();
  let crashed = false;
  for (const journeys of [false, true]) {
    const those = files.filter((file) => isJourney(file) === journeys);
    if (those.length === 0) continue;
    const [config, report] = [join(tree, 'vitest.mutate.config.ts'), join(tree, '.cache-report.json')];
    writeFileSync(
      config,
      configured(
        journeys ? 'scripts/gate/journeys.config.ts' : 'vitest.config.ts',
        cameTo === null ? 'bail: 1' : `setupFiles: ['./scripts/mutate/came-to.ts']`,
      ),
    );
    rmSync(report, { force: true });
    await new Promise((resolve) => {
      spawn(
        process.execPath,
        [
          join(tree, 'node_modules/vitest/vitest.mjs'),
          'run',
          '--root',
          tree,
          '--config',
          config,
          '--reporter=json',
          `--outputFile.json=${report}`,
          '-t',
          ids.map((id) => `\\b${id}\\b`).join('|'),
          ...those,
        ],
        { cwd: tree, stdio: 'ignore', env: { ...process.env, ...(cameTo === null ? {} : { CAME_TO: cameTo }) } },
      ).on('close', resolve);
    });
    const { testResults } = existsSync(report)
      ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
      : { testResults: [] };
    if (testResults.length === 0) crashed = true;
    for (const file of testResults) {
      const told = file.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed');
      if (file.status === 'failed' && told.every(({ status }) => status === 'passed')) crashed = true;
      for (const { status, fullName, failureMessages } of told) {
        if (status === 'passed') passed.push(fullName);
        else failed.set(fullName, failureMessages?.[0]?.split('\n')[0] ?? '');
      }
    }
  }
  return { passed, failed, crashed };
}
