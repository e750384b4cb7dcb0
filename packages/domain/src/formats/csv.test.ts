import { expect, it } from 'vitest';
import { csvLines } from './csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['@SUM(A1)', "'@SUM(A1)"],
  // Spreadsheets of half of Europe end a cell at a semicolon, others at a tab.
  ["Max;=cmd|' /C calc'!A0;", "Max;'=cmd|' /C calc'!A0;"],
  ['Max\t=1+1', "Max\t'=1+1"],
  ['a, =1+1', '"a, \'=1+1"'],
  ['a\n=1+1', '"a\n\'=1+1"'],
  // One that begins with quotes there is read without them.
  [`x;"=cmd|' /C calc'!A0;y`, `"x;""'=cmd|' /C calc'!A0;y"`],
  ['x; " @SUM(A1)', `"x; "" '@SUM(A1)"`],
  ['x\t"-1+1', `"x\t""'-1+1"`],
  ['"+1', `"""'+1"`],
  ['say "x=1"', '"say ""x=1"""'],
  // Read as their narrow forms by some.
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['Ánna-Müller', 'Ánna-Müller'],
  ['one; two', 'one; two'],
])('a cell with %j is no formula in any spreadsheet', (text, cell) => {
  expect(csvLines([[text]])).toBe(`${cell}\r\n`);
});
it('keeps numbers as they are', () => {
  expect(csvLines([[-4.5, null]])).toBe('-4.5,\r\n');
});
