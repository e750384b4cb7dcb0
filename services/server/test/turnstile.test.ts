import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnstile } from '../src/features/accounts/turnstile.ts';

it('few run at once, some wait in order, the rest are refused, and a failure frees its place', async () => {
  const inTurn = createTurnstile({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  const work = (n: number) => inTurn(async () => {
    most = Math.max(most, running += 1);
    await sleep(5 + n);
    running -= 1;
    ended.push(n);
    if (n === 1) throw new Error('failed');
    return n;
  });
  const answers = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  expect(most).toBe(2);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as { code?: string }).code ?? 'failed')))
    .toEqual([0, 'failed', 2, 3, 4, 'too-many-requests', 'too-many-requests']);
  expect(await work(7)).toBe(7);
});
