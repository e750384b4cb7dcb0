import { describe, expect, it } from 'vitest';

import { filesToAskAgain } from './second-try.ts';

const file = (name: string, ...states: ('passed' | 'failed')[]) => ({
  name,
  status: states.includes('failed') ? 'failed' : 'passed',
  assertionResults: states.map((status) => ({ status })),
});

describe('a second try', () => {
  it('is for one file or two in which tests failed', () => {
    expect(filesToAskAgain({ testResults: [file('/a', 'passed', 'failed'), file('/b', 'passed')] })).toEqual(['/a']);
    expect(filesToAskAgain({ testResults: [file('/a', 'failed'), file('/b', 'failed')] })).toEqual(['/a', '/b']);
    expect(filesToAskAgain({ testResults: [file('/a', 'passed')] })).toEqual([]);
  });

  it('is not for a file that did not load, nor for anything beside one', () => {
    const broken = { name: '/a', status: 'failed', assertionResults: [] };
    expect(filesToAskAgain({ testResults: [broken] })).toEqual([]);
    expect(filesToAskAgain({ testResults: [broken, file('/b', 'failed')] })).toEqual([]);
  });

  it('is for a file whose set-up failed before any test, since a browser that starts late is no file that does not load', () => {
    const skipped = { name: '/a', status: 'failed', assertionResults: [{ status: 'skipped' }] };
    expect(filesToAskAgain({ testResults: [skipped, file('/b', 'failed')] })).toEqual(['/a', '/b']);
  });

  it('is not for a file whose tests passed and which was not torn down', () => {
    expect(filesToAskAgain({ testResults: [{ ...file('/a', 'passed'), status: 'failed' }] })).toEqual([]);
  });

  it('is not for three files', () => {
    expect(
      filesToAskAgain({ testResults: [file('/a', 'failed'), file('/b', 'failed'), file('/c', 'failed')] }),
    ).toEqual([]);
  });
});
