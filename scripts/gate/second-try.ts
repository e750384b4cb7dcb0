import type { VitestReport } from './run-vitest.ts';

/** More files than this that reach their limits are no accident of a busy machine. */
const MOST_FILES = 2;

/** What vitest and Playwright say of a state that did not come in time. */
const waitedInVain = /Matcher did not succeed in time|Test timed out in|Hook timed out in|Timeout \d+ms exceeded/;

const isLateness = (message: string): boolean => waitedInVain.test(message);

interface Case {
  readonly status: string;
  readonly failureMessages?: readonly string[] | null;
}

/**
 * Files that failed only because something did not come in time, where they are few. They are asked once more, alone:
 * a limit is reached on a busy machine, too. A wrong answer is never asked again. Empty where anything else failed.
 */
export function filesToAskAgain({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > MOST_FILES) return [];
  const isLate = (one: VitestReport['testResults'][number]): boolean => {
    const cases = (one.assertionResults as Case[]).filter(({ status }) => status === 'failed');
    return cases.length > 0 && cases.every(({ failureMessages: told }) => told?.length && told.every(isLateness));
  };
  return failed.every(isLate) ? failed.flatMap(({ name }) => name ?? []) : [];
}
