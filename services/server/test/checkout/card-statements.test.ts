import { listEventsAfter } from '@backlot/database/shared-functions';
import { fewestStatements } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

it('a post bought with the card on file takes sixteen statements in twelve messages at most, and its answer is what the purchase says later', async () => {
  const fan = await world.member();
  await world.settle();
  // What the provider tells besides is another's to count.
  await world.faults({ kind: 'webhook-lost' });
  const posts = await Promise.all(Array.from({ length: 11 }, () => world.post('luna', 900)));
  const answers: Array<{ intent_id: string; content_id: string }> = [];
  const buy = async (): Promise<void> => {
    const bought = await world.buy(fan, posts.pop()!);
    expect(bought.body.data).toMatchObject({ state: 'succeeded', amount: 9, ccbill_subscription_status: '2' });
    answers.push(bought.body.data);
  };
  // The first purchase opens accounts of the books.
  await buy();
  const statements = await fewestStatements(16, buy);
  expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(16);
  // Those that begin and end transactions go with others.
  expect(new Set(statements.map(({ message }) => message)).size).toBeLessThanOrEqual(12);
  await world.runJobs();
  for (const answer of answers) {
    const later = await world.call('GET /api/v2/purchase/state', { as: fan, query: { intent_id: answer.intent_id } });
    expect(later.body.data).toEqual(answer);
  }
  const events = await world.database.tenants.read(world.tenants.luna, (db) =>
    listEventsAfter(db, `user:${fan.id}`, 0),
  );
  const told = events.filter(({ event }) => event === 'PURCHASE_SETTLED').slice(-answers.length);
  expect(told.map(({ data }) => data)).toEqual(
    answers.map(({ intent_id, content_id }) => ({
      intentId: intent_id,
      state: 'succeeded',
      kind: 'post',
      contentId: content_id,
    })),
  );
  expect(await world.booked('luna')).toEqual(await world.charged());
});

it('a post bought while its buyer cancelled the membership answers with the membership as it is after the charge', async () => {
  const fan = await world.member();
  await world.settle();
  const post = await world.post('luna', 900);
  await world.faults({ kind: 'slow', delayMs: 800, count: 1 });
  const buying = world.buy(fan, post);
  const isAsked = () =>
    world.database.tenants.read(world.tenants.luna, (db) =>
      db('payment_intents').where({ user_id: fan.id, content_id: post }).first('id'),
    );
  await vi.waitUntil(isAsked, { timeout: 5_000 });
  const cancelled = await world.call('POST /api/v2/subscription/cancel', { as: fan, body: {} });
  expect(cancelled.text).toContain('"success":true');
  const bought = await buying;
  expect(bought.body.data).toMatchObject({ state: 'succeeded', ccbill_subscription_status: '1' });
});
