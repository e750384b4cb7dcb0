import { expect, test } from 'vitest';
import { inTurns, ratioResult } from './in-turns.ts';

test('two are measured in turns, each first as often as the other, after one run that does not count', async () => {
  const order: string[] = [];
  let count = 0;
  const measured = (name: string) => async () => {
    order.push(name);
    return (count += 1);
  };
  const seen = await inTurns(4, { ours: measured('A'), bare: measured('B') });
  expect(order.join('')).toBe('BAABBAABBA');
  expect(seen).toEqual({ ours: [3, 6, 7, 10], bare: [4, 5, 8, 9] });
});

test('the figure is the median of the ratios, beside what the middle half of them lies between', () => {
  const bare = Array.from({ length: 9 }, () => 10);
  const ours = [10, 11, 30, 9, 12, 10.5, 11.5, 5, 10.2];
  expect(ratioResult('a', { ours, bare }, '<=', 1.1)).toEqual({
    name: 'a',
    figure: 1.05,
    unit: '×',
    target: '<= 1.1',
    met: true,
    spread: [1, 1.15],
    rounds: 9,
  });
});
