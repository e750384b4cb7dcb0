import { describe, expect, it } from 'vitest';

import { afterSecondTry, countReport, dearestFiles, whatFailed } from './run-vitest.ts';

const file = (status: string, cases: number) => ({
  status,
  assertionResults: Array.from({ length: cases }, () => ({ status })),
});

describe('counting test cases', () => {
  it('takes what vitest counted', () => {
    const report = { numPassedTests: 7, numFailedTests: 2, testResults: [file('passed', 5), file('failed', 4)] };
    expect(countReport(1, report)).toEqual({ passed: 7, failed: 2 });
  });
  it('counts a file that does not load as one that failed', () => {
    const report = { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', 5), file('failed', 0)] };
    expect(countReport(1, report)).toEqual({ passed: 5, failed: 1 });
  });
  it('counts a file whose set-up failed beside the tests that failed elsewhere', () => {
    const notSetUp = { status: 'failed', assertionResults: [{ status: 'skipped' }] };
    const report = { numPassedTests: 0, numFailedTests: 4, testResults: [notSetUp, file('failed', 4)] };
    expect(countReport(1, report)).toEqual({ passed: 0, failed: 5 });
  });
  it('counts a failure outside of any case', () => {
    expect(countReport(1, { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', 5)] })).toEqual({
      passed: 5,
      failed: 1,
    });
  });
  it('counts nothing failed when vitest was content', () => {
    expect(countReport(0, { numPassedTests: 5, numFailedTests: 0, testResults: [file('passed', 5)] })).toEqual({
      passed: 5,
      failed: 0,
    });
  });
});

describe('the dearest files', () => {
  it('are ten, the longest first', () => {
    const testResults = Array.from({ length: 12 }, (_, at) => ({
      ...file('passed', 1),
      name: `/house/a/${at}.test.ts`,
      startTime: 1_000,
      endTime: 1_000 + at * 500,
    }));
    const lines = dearestFiles({ testResults }, '/house').split('\n');
    expect(lines.slice(1)).toHaveLength(10);
    expect(lines[1]).toBe('     5.5 s  a/11.test.ts');
  });
});

describe('what failed', () => {
  it('is named with the beginning of its error, a set-up by its file', () => {
    const testResults = [
      { status: 'passed', name: '/house/a.test.ts', assertionResults: [{ status: 'passed', fullName: 'well' }] },
      {
        status: 'failed',
        name: '/house/b.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'well' },
          { status: 'failed', fullName: 'a sum is right', failureMessages: [`not so\n${'at\n'.repeat(40)}`] },
        ],
      },
      { status: 'failed', name: '/house/c.test.ts', message: 'no browser', assertionResults: [{ status: 'skipped' }] },
    ];
    const [sum, setUp, more] = whatFailed({ testResults }, '/house');
    expect(sum).toMatch(/^✗ b\.test\.ts: a sum is right\n {2}not so\n/);
    expect(sum!.split('\n')).toHaveLength(13);
    expect(setUp).toBe('✗ c.test.ts\n  no browser');
    expect(more).toBeUndefined();
  });
});

describe('a step with a second try', () => {
  const first = { passed: 5, failed: 2, output: 'ten files', processorSeconds: 100 };

  it('has passed where the second try has, names the files, and costs what its first try did', () => {
    const { output, ...step } = afterSecondTry(first, { passed: 3, failed: 0, processorSeconds: 20 }, 'a.test.ts');
    expect(step).toEqual({ passed: 7, failed: 0, processorSeconds: 100 });
    expect(output).toContain('passed alone (20.0 of processors); a defect all the same: a.test.ts');
  });
  it('has failed as at first where the second try fails too', () => {
    const { output, ...step } = afterSecondTry(first, { passed: 2, failed: 1, processorSeconds: 20 }, 'a.test.ts');
    expect(step).toEqual({ passed: 5, failed: 2, processorSeconds: 100 });
    expect(output).toContain('Failed again, alone (20.0 of processors): a.test.ts');
  });
});
