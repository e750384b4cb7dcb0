import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from './run-command.ts';
import type { StepResult } from './step.ts';

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}

/**
 * Runs vitest with one of its configurations and counts test cases. Where vitest
 * fails without a failed case (a file that does not load, an error between tests), that is one.
 *
 * @param name of the report that is left in `.cache/reports`
 */
export async function runVitest(name: string, root: string, args: string[], env: Record<string, string> = {}): Promise<StepResult> {
  const report = join(root, '.cache', 'reports', `${name}.json`);
  mkdirSync(join(root, '.cache', 'reports'), { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await runCommand(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { cwd: root, env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env }, show: true },
  );
  return count(code, report, output);
}

function count(code: number, path: string, output: string): StepResult {
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  } catch {
    return { passed: 0, failed: 1, output: output.trim() ? 'vitest wrote no report: see above.' : 'vitest said nothing.' };
  }
  return countReport(code, report);
}

/** Test cases of a report; a file that did not load counts as one that failed. */
export function countReport(code: number, report: VitestReport): StepResult {
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
