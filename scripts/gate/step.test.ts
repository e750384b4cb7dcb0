import { describe, expect, it, vi } from 'vitest';

import { closeGate, runSteps } from './step.ts';

const quiet = () => vi.spyOn(console, 'log').mockImplementation(() => {});

describe('the gate', () => {
  it('goes on after a failed step and adds everything up', async () => {
    quiet();
    const totals = await runSteps([
      { name: 'one', run: async () => ({ passed: 3, failed: 0 }) },
      { name: 'two', run: async () => ({ passed: 1, failed: 2 }) },
      { name: 'three', run: () => Promise.reject(new Error('broke')) },
      { name: 'four', run: async () => ({ passed: 5, failed: 0 }) },
    ]);
    expect(totals).toMatchObject({ passed: 9, failed: 3, failedSteps: ['two', 'three'] });
  });

  it('begins at once with what may work beside the others, and tells of it in its turn', async () => {
    quiet();
    const order: string[] = [];
    const named = (name: string, rest: object = {}) => ({
      name,
      run: async () => {
        order.push(name);
        return { passed: 1, failed: name === 'beside' ? 1 : 0 };
      },
      ...rest,
    });
    const totals = await runSteps([named('one'), named('two'), named('beside', { isBeside: true }), named('three')]);
    expect(order).toEqual(['beside', 'one', 'two', 'three']);
    expect(totals).toMatchObject({ passed: 4, failed: 1, failedSteps: ['beside'] });
  });

  it('ends with one line of the totals and the matching exit code', () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(...text.split('\n')));
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    closeGate({ passed: 9, failed: 3, failedSteps: ['two'] });
    closeGate({ passed: 9, failed: 0, failedSteps: [] });
    expect(lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line))).toEqual([
      '9 passed, 3 failed',
      '9 passed, 0 failed',
    ]);
    expect(lines.at(-1)).toBe('9 passed, 0 failed');
    expect(exit.mock.calls).toEqual([[1], [0]]);
  });
});
