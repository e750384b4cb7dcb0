import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { countBrowserSeconds } from './browser-seconds.ts';
import { runCommand } from './run-command.ts';
import { filesToAskAgain } from './second-try.ts';
import type { StepResult } from './step.ts';

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name?: string;
  startTime?: number;
  endTime?: number;
  status: string;
  /** Of an error that no test threw: a file that did not load, a set-up that failed. */
  message?: string;
  assertionResults: { status: string; fullName?: string; failureMessages?: readonly string[] | null }[];
}

/**
 * Runs vitest with one of its configurations and counts test cases. Where vitest fails without a failed case (a file
 * that does not load, an error between tests), that is one. A few files that may have failed for the machine's sake get a
 * second try (decisions/0002), and are named.
 *
 * @param name of the report that is left in `.cache/reports`
 */
export async function runVitest(
  name: string,
  root: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<StepResult> {
  const first = await runOnce(name, root, args, env);
  const again = first.report && !first.hasErrorOutside ? filesToAskAgain(first.report) : [];
  if (again.length === 0) {
    if (first.result.failed === 0 || !first.report) return first.result;
    const why = first.hasErrorOutside ? 'an error was thrown outside the tests' : 'too much failed, or did not load';
    return { ...first.result, output: `${first.result.output ?? ''}\nNo second try: ${why}.` };
  }
  const options = args.filter((arg, at) => arg.startsWith('--') || args[at - 1] === '--config');
  // One after another: what the machine was busy with has ended.
  const second = await runOnce(`${name}, second try`, root, [...options, '--no-file-parallelism', ...again], env);
  return afterSecondTry(first.result, second.result, again.map((file) => relative(root, file)).join(', '));
}

/**
 * A step whose few failed files were asked once more. What the second try took is told and left out of the step's
 * processor seconds: they are held to a budget of what the tests cost, and a failure is no cost of theirs.
 * @param named the files
 */
export function afterSecondTry(first: StepResult, second: StepResult, named: string): StepResult {
  const hasPassed = second.failed === 0;
  const cost = second.processorSeconds === undefined ? '' : ` (${second.processorSeconds.toFixed(1)} of processors)`;
  const told = hasPassed
    ? `Failed at first, as told above, and passed alone${cost}; a defect all the same: ${named}`
    : `Failed again, alone${cost}: ${named}`;
  return {
    ...first,
    passed: first.passed + (hasPassed ? first.failed : 0),
    failed: hasPassed ? 0 : first.failed,
    output: `${first.output ?? ''}\n${told}`,
  };
}

async function runOnce(
  name: string,
  root: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ result: StepResult; report: VitestReport | null; hasErrorOutside: boolean }> {
  const path = join(root, '.cache', 'reports', `${name}.json`);
  mkdirSync(join(root, '.cache', 'reports'), { recursive: true });
  rmSync(path, { force: true });
  const browsers = countBrowserSeconds();
  const { code, output, processorSeconds } = await runCommand(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      root,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }), ...env },
      show: true,
    },
  );
  const browserSeconds = browsers.end();
  const report = readReport(path);
  const counted: StepResult = report
    ? { ...countReport(code, report), output: [dearestFiles(report, root), ...whatFailed(report, root)].join('\n') }
    : { passed: 0, failed: 1, output: output.trim() ? 'vitest wrote no report: see above.' : 'vitest said nothing.' };
  return {
    report,
    result: processorSeconds === null ? counted : { ...counted, processorSeconds: processorSeconds + browserSeconds },
    // The report leaves out what no test threw; only what is printed tells of it.
    hasErrorOutside: /Unhandled (?:Error|Rejection)/.test(output),
  };
}

function readReport(path: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}

/** Test cases of a report; a file that did not load, or was not set up, counts as one that failed. */
export function countReport(code: number, report: VitestReport): StepResult {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

const linesOfAnError = 12;

/** What failed, in a few lines each: the closing lines are what a build server keeps of a long output. */
export function whatFailed({ testResults }: Pick<VitestReport, 'testResults'>, root: string): string[] {
  const told = (title: string, error: string): string =>
    [`✗ ${title}`, ...error.split('\n').slice(0, linesOfAnError)].join('\n  ');
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = '', message = '', assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      return failed.length === 0
        ? [told(file, message)]
        : failed.map(({ fullName = '', failureMessages }) => told(`${file}: ${fullName}`, failureMessages?.[0] ?? ''));
    });
}

/** The ten files that took longest, by the clock: processes that a file starts are in it, and its share of a busy machine. */
export function dearestFiles({ testResults }: Pick<VitestReport, 'testResults'>, root: string): string {
  const rows = testResults
    .map(({ name = '', startTime = 0, endTime = 0 }) => ({ file: relative(root, name), ms: endTime - startTime }))
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 10);
  return [
    'The ten dearest files:',
    ...rows.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`),
  ].join('\n');
}
