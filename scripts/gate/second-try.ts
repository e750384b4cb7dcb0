import type { VitestReport } from './run-vitest.ts';

/** More files than this that fail are no accident of a busy machine. */
const MOST_FILES = 2;

/** What vitest and Playwright say of a state that did not come in time. Of a poll the report holds its stack alone. */
const waitedInVain =
  /__VITEST_POLL_CHAIN__|Matcher did not succeed in time|Test timed out in|Hook timed out in|Timeout \d+ms exceeded/;

const isLateness = (message: string): boolean => waitedInVain.test(message);

interface Case {
  readonly status: string;
  readonly failureMessages?: readonly string[] | null;
}

/**
 * Files that may have failed for the machine's sake alone, where they are few; they are asked once more, alone. Those
 * are journeys, where a page that was read too early says something wrong rather than nothing, and files in which
 * every failure is a state that did not come in time. Empty where anything else failed.
 */
export function filesToAskAgain({ testResults }: Pick<VitestReport, 'testResults'>): string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > MOST_FILES) return [];
  const mayPass = ({ name = '', assertionResults }: VitestReport['testResults'][number]): boolean => {
    const cases = (assertionResults as Case[]).filter(({ status }) => status === 'failed');
    if (cases.length === 0) return false;
    return (
      name.endsWith('.journey.test.ts') ||
      cases.every(({ failureMessages: told }) => told?.length && told.every(isLateness))
    );
  };
  return failed.every(mayPass) ? failed.flatMap(({ name }) => name ?? []) : [];
}
