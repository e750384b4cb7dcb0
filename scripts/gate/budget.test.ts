import { describe, expect, it, vi } from 'vitest';

import { checkBudget, readBudget } from './budget.ts';
import { measurePace } from './pace.ts';
import { runCommand, secondsIn } from './run-command.ts';
import { runSteps } from './step.ts';

const budget = { sampleMs: 10, total: 100, steps: { Rules: 80, Journeys: 60 } };

describe('the budget of processor seconds', () => {
  it('fails for a step that takes more, for all together, and for a step that nobody counted on', () => {
    const failures = (spent: [string, number][]) => checkBudget(new Map(spent), budget, null).failed;
    expect(
      failures([
        ['Rules', 60],
        ['Journeys', 40],
      ]),
    ).toBe(0);
    expect(
      failures([
        ['Rules', 81],
        ['Journeys', 10],
      ]),
    ).toBe(1);
    expect(
      failures([
        ['Rules', 70],
        ['Journeys', 50],
      ]),
    ).toBe(1);
    expect(
      failures([
        ['Rules', 1],
        ['Surprise', 1],
      ]),
    ).toBe(1);
  });

  it('says what each step took, and what is wrong', () => {
    const { output } = checkBudget(new Map([['Rules', 90.04]]), budget, null);
    expect(output).toMatch(/Rules +90\.0 of 80/);
    expect(output).toContain('Rules took 90.0 processor seconds; its budget is 80.');
  });

  it('allows as much more as the machine is slower, and a faster one no less', () => {
    const spent = new Map([['Rules', 90]]);
    expect(checkBudget(spent, budget, 11.1).failed).toBe(1);
    expect(checkBudget(spent, budget, 11.3).failed).toBe(0);
    expect(checkBudget(new Map([['Rules', 80]]), budget, 4).failed).toBe(0);
    expect(checkBudget(spent, budget, 20).output).toContain("the budget's 10 ms times 2.00");
    expect(checkBudget(spent, budget, 20).output).toMatch(/Rules +90\.0 of 160/);
  });

  it('reads the pace of the machine while the steps work, and tells twice the work from once', async () => {
    let spent = 0;
    const work = (ms: number) => () => (spent += ms);
    const paces = [measurePace(1, work(4), () => spent), measurePace(1, work(8), () => spent), measurePace(1)];
    await vi.waitFor(() => expect(spent).toBeGreaterThan(100), { timeout: 20_000 });
    const [once, twice, real] = paces.map((pace) => pace.end());
    expect([once, twice]).toEqual([4, 8]);
    expect(real).toBeGreaterThan(1);
    expect(measurePace(60_000).end()).toBeNull();
  });

  it('has an entry for every step, and stays below what two processors give in twenty minutes', () => {
    const { total, steps } = readBudget();
    expect(total).toBeLessThan(2 * 20 * 60);
    for (const name of Object.keys(steps)) expect(steps[name], name).toBeLessThanOrEqual(total);
  });

  it('counts what a step and all that it starts take, and not the time that it waits', async () => {
    const busy = 'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
    const inside = `require('node:child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const work = await runCommand(process.execPath, ['-e', inside]);
    const wait = await runCommand(process.execPath, ['-e', 'setTimeout(() => {}, 1500)']);
    expect(work).toMatchObject({ code: 0, output: '' });
    expect(work.processorSeconds).toBeGreaterThan(0.3);
    expect(wait.processorSeconds).toBeLessThan(1.4);
    expect(secondsIn('0m0.10s 0m0.20s\n2m3.50s 0m1.25s\n')).toBe(124.75);
  });

  it('does not wait for what a step leaves behind, as a database that is kept', async () => {
    const { output } = await runCommand('/bin/sh', ['-c', 'sleep 60 >/dev/null 2>&1 & echo $!']);
    // Throws where it is gone, which it would be if it had been waited for.
    expect(process.kill(Number(output), 'SIGTERM')).toBe(true);
  });

  it('is told by the steps: of programs what they say, else what this process took', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    const { spent } = await runSteps([
      { name: 'told', run: async () => ({ passed: 1, failed: 0, processorSeconds: 12 }) },
      {
        name: 'here',
        run: async () => {
          const end = process.cpuUsage().user + 100_000;
          while (process.cpuUsage().user < end);
          return { passed: 1, failed: 0 };
        },
      },
    ]);
    expect(spent.get('told')).toBe(12);
    expect(spent.get('here')).toBeGreaterThanOrEqual(0.1);
  });
});
