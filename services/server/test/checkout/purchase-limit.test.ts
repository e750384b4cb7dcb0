import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

it("ADMIN-07 a fan without photo id buys up to the site's limit in 24 hours, which staff lift and set again", async () => {
  await changeSettings(world, { transaction_limit_without_photo_id: 30 });
  const fan = await world.member();
  expect((await world.buy(fan, await world.post('luna', 1000), { amount: 10 })).status).toBe(200);
  expect(await world.buy(fan, await world.post('luna', 1000), { amount: 10 })).toMatchObject({
    status: 409,
    body: { code: 'ERR_10001' },
  });

  // ADMIN-07: staff lift the limit, and set it again.
  const limitOf = async (as: TestPerson) =>
    (await world.call(`GET /api/reports/fans/${fan.id}`, { as })).body.data.purchase_limit;
  const accept = (isAccepted: boolean, as: TestPerson) =>
    world.call('POST /api/admin/update_is_photo_id_accepted_status', {
      as,
      body: { user_id: fan.id, is_photo_id_accepted: isAccepted },
    });
  const { model, sub_admin: subAdmin, content_manager: manager, support } = world.people.luna;
  expect(await limitOf(model)).toEqual({ amount: 30, bought: 29.99, is_lifted: false });
  for (const refused of [fan, manager, support])
    expect(await accept(true, refused)).toMatchObject({ status: 403, body: { code: 'access-denied' } });
  expect((await accept(true, subAdmin)).body.message).toBe('Override limit access granted.');
  expect(await limitOf(model)).toMatchObject({ is_lifted: true });
  const lifted = await world.database.tenants.read(world.tenants.luna, (db) =>
    db('users').where({ id: fan.id }).first('photo_id_accepted_by'),
  );
  expect(lifted).toEqual({ photo_id_accepted_by: subAdmin.id });
  expect((await world.buy(fan, await world.post('luna', 1000), { amount: 10 })).status).toBe(200);
  expect((await accept(false, model)).body.message).toBe('Override limit access revoked.');
  expect((await world.buy(fan, await world.post('luna', 1000), { amount: 10 })).status).toBe(409);
  world.clock.advance(25 * 3_600_000);
  expect((await world.buy(fan, await world.post('luna', 1000), { amount: 10 })).status).toBe(200);
});
