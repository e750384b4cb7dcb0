import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld();
}, 60_000);
afterAll(() => world.close());

it('a page of CCBill that was given up, which stays open, takes nobody past their limit', async () => {
  const { fan } = await world.formMember();
  await changeSettings(world, { transaction_limit_without_photo_id: 40 });
  const openForm = async () => {
    const { body } = await world.buy(fan, await world.post('luna', 1500), { amount: 15 });
    return { intentId: body.data.intent_id as string, url: body.data.action!.url as string };
  };
  const givenUp = await openForm();
  const cancelled = await world.call('POST /api/v2/purchase/cancel', {
    as: fan,
    body: { intent_id: givenUp.intentId },
  });
  expect(cancelled.status).toBe(200);
  const bought = await openForm();
  for (const { url } of [bought, givenUp]) {
    await world.payOnForm(url);
    await world.settleNotices();
  }
  const intents = await world.database.tenants.read(fan.tenant, (db) =>
    db('payment_intents').where({ user_id: fan.id, kind: 'post' }).orderBy('created_at').orderBy('id'),
  );
  expect(intents).toMatchObject([{ unapplied_reason: 'cancelled-meanwhile' }, { state: 'succeeded' }]);
  const reversals = await world.database.tenants.read(fan.tenant, (db) => db('payment_reversals'));
  expect(reversals).toMatchObject([{ kind: 'refund', amount_minor: 1500, reason: 'cancelled-meanwhile' }]);
  await world.booked('luna');
});
