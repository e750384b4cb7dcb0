import { expect, it } from 'vitest';
import { readReports } from './read-reports.ts';

const older = (more: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://luna.test/subscribe?coupon=mine',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'inline',
    ...more,
  },
});
const newer = (more: object = {}) => ({
  type: 'csp-violation',
  body: {
    documentURL: 'https://luna.test/profile/orders/17#x',
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.test/steal.js?card=1',
    ...more,
  },
});

it('reads a report of either form, without what an address may carry of somebody', () => {
  expect(readReports(older())).toEqual([{ directive: 'script-src-elem', blocked: 'inline', page: '/subscribe' }]);
  expect(readReports([newer()])).toEqual([
    { directive: 'script-src-elem', blocked: 'https://evil.test/steal.js', page: '/profile' },
  ]);
});

it.each([
  ['nothing', null],
  ['a text', 'csp-report'],
  ['another type of report', [{ ...newer(), type: 'deprecation' }]],
  ['one without a page', older({ 'document-uri': '' })],
  ['one whose directive is no word', older({ 'effective-directive': '<b>' })],
  ['one that says nothing of what was blocked', older({ 'blocked-uri': 7 })],
  ["what a visitor's own extension tried", older({ 'blocked-uri': 'chrome-extension://abc/x.js' })],
  ["what a visitor's own extension wrote into the page", older({ 'source-file': 'moz-extension' })],
])('leaves out %s', (_, body) => {
  expect(readReports(body)).toEqual([]);
});

it('reads a few of a list, and keeps long things short', () => {
  expect(readReports(Array.from({ length: 50 }, () => newer()))).toHaveLength(10);
  const [report] = readReports([newer({ blockedURL: `https://evil.test/${'a'.repeat(5_000)}` })]);
  expect(report!.blocked).toHaveLength(200);
});

it('names no more than the scheme of what is no address of the web', () => {
  expect(readReports(older({ 'blocked-uri': 'data:text/html,secret' }))).toMatchObject([{ blocked: 'data:' }]);
});
