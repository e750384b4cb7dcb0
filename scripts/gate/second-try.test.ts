import { describe, expect, it } from 'vitest';

import { filesToAskAgain } from './second-try.ts';

const file = (name: string, ...messages: string[]) => ({
  name,
  status: messages.length > 0 ? 'failed' : 'passed',
  assertionResults: [
    { status: 'passed', failureMessages: [] },
    ...messages.map((message) => ({ status: 'failed', failureMessages: [message] })),
  ],
});
/** One test that failed twice over, as where its clean-up fails too. */
const twice = (...failureMessages: string[]) => ({
  name: '/a',
  status: 'failed',
  assertionResults: [{ status: 'failed', failureMessages }],
});
const late = 'AssertionError: expected 1 to be 2\nCaused by: Error: Matcher did not succeed in time.';
const wrong = 'AssertionError: expected 1 to be 2';

describe('a second try', () => {
  it('is for a file in which something did not come in time', () => {
    expect(filesToAskAgain({ testResults: [file('/a', late), file('/b')] })).toEqual(['/a']);
    expect(filesToAskAgain({ testResults: [file('/a', 'locator.click: Timeout 20000ms exceeded.')] })).toEqual(['/a']);
    expect(filesToAskAgain({ testResults: [file('/a', 'Error: Test timed out in 120000ms.')] })).toEqual(['/a']);
  });

  it('is for a poll that was never content, as the report tells of it', async () => {
    const failure = await expect
      .poll(() => 1, { timeout: 20 })
      .toBe(2)
      .catch((error: Error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(filesToAskAgain({ testResults: [file('/a', String((failure as Error).stack))] })).toEqual(['/a']);
  });

  it('is for a journey that read a page too early, but not beside a wrong answer of another kind', () => {
    const journey = file('/a.journey.test.ts', wrong, late);
    expect(filesToAskAgain({ testResults: [journey] })).toEqual(['/a.journey.test.ts']);
    expect(filesToAskAgain({ testResults: [journey, file('/b', wrong)] })).toEqual([]);
    expect(
      filesToAskAgain({ testResults: [{ name: '/a.journey.test.ts', status: 'failed', assertionResults: [] }] }),
    ).toEqual([]);
  });

  it('is not for a wrong answer, nor for anything beside one', () => {
    expect(filesToAskAgain({ testResults: [file('/a', wrong)] })).toEqual([]);
    expect(filesToAskAgain({ testResults: [file('/a', late, wrong)] })).toEqual([]);
    expect(filesToAskAgain({ testResults: [file('/a', late), file('/b', wrong)] })).toEqual([]);
  });

  it('is not for a test that waited in vain and then said something wrong', () => {
    expect(filesToAskAgain({ testResults: [twice(late, late)] })).toEqual(['/a']);
    expect(filesToAskAgain({ testResults: [twice(late, wrong)] })).toEqual([]);
    expect(filesToAskAgain({ testResults: [twice()] })).toEqual([]);
  });

  it('is not for a file that did not load', () => {
    expect(filesToAskAgain({ testResults: [{ name: '/a', status: 'failed', assertionResults: [] }] })).toEqual([]);
  });

  it('is not for three files', () => {
    expect(filesToAskAgain({ testResults: [file('/a', late), file('/b', late), file('/c', late)] })).toEqual([]);
  });
});
