import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createFairSemaphore } from '../../src/features/accounts/login/fair-semaphore.ts';

it('few run at once, some wait in order, the rest are refused, and a failure frees its place', async () => {
  const limit = createFairSemaphore({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const ended: number[] = [];
  const work = (n: number) =>
    limit({ site: 'luna', line: '1' }, async () => {
      most = Math.max(most, (running += 1));
      await sleep(5 + n);
      running -= 1;
      ended.push(n);
      if (n === 1) throw new Error('failed');
      return n;
    });
  const answers = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map(work));
  expect(most).toBe(2);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  expect(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value : ((answer.reason as { code?: string }).code ?? 'failed'),
    ),
  ).toEqual([0, 'failed', 2, 3, 4, 'too-many-requests', 'too-many-requests']);
  expect(await work(7)).toBe(7);
});

/** Everything that is let in, in its order; the first work holds the only place until `open`. */
function line(waiting: number) {
  const limit = createFairSemaphore({ atOnce: 1, waiting });
  let open = (): void => {};
  const order: string[] = [];
  const first = limit(
    { site: 'held', line: '' },
    () =>
      new Promise<void>((go) => {
        open = go;
      }),
  );
  const come = (site: string, from: string, name: string): Promise<string> =>
    limit({ site, line: from }, async () => {
      order.push(name);
    }).then(
      () => 'done',
      (error: unknown) => (error as { code: string }).code,
    );
  return {
    come,
    order,
    open: async () => {
      open();
      await first;
    },
  };
}

it("one site's wrong logins do not make another site's creator wait: sites take turns, and within a site the lines do", async () => {
  const { come, order, open } = line(400);
  const crowd = Array.from({ length: 300 }, (_, n) => come('luna', `attacker ${n % 3}`, `luna ${n}`));
  const creator = come('mars', 'home', 'the creator of mars');
  const fan = come('luna', 'home', 'a fan of luna');
  await open();
  await Promise.all([...crowd, creator, fan]);
  expect(order.indexOf('the creator of mars')).toBe(1);
  expect(order.indexOf('a fan of luna')).toBeLessThan(6);
});

it('a crowd that took every place gives the last one to whoever comes from elsewhere', async () => {
  const { come, order, open } = line(10);
  const crowd = Array.from({ length: 10 }, (_, n) => come('luna', 'attacker', `luna ${n}`));
  const tooMany = come('luna', 'attacker', 'luna 10');
  const others = [come('mars', 'home', 'mars'), come('luna', 'home', 'fan')];
  await open();
  expect(await tooMany).toBe('too-many-requests');
  expect(await Promise.all(others)).toEqual(['done', 'done']);
  expect((await Promise.all(crowd)).filter((answer) => answer !== 'done')).toEqual([
    'too-many-requests',
    'too-many-requests',
  ]);
  expect(order).toHaveLength(10);
});
