import type { VitestReport } from './run-vitest.ts';

/** More files than this that fail are no accident. */
const MOST_FILES = 2;

/**
 * Files that are asked once more, alone, where they are few: what fails there fails again, unless it fails now and then
 * only. Empty where more failed, or a file did not load; one whose set-up failed has loaded, and names its tests as
 * skipped.
 */
export function filesToAskAgain({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > MOST_FILES) return [];
  // One whose tests all passed was not torn down: that is no matter of the machine.
  const mayPass = ({ assertionResults }: VitestReport['testResults'][number]): boolean =>
    assertionResults.some(({ status }) => status === 'failed' || status === 'skipped');
  return failed.every(mayPass) ? failed.flatMap(({ name }) => name ?? []) : [];
}
