import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWallets } from '../../src/features/ledger/index.ts';
import { checkBooksJob } from '../../src/features/ledger/seal/check-books.ts';
import { fund } from '../../src/testing/wallets.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { ownerOf } from './owned-books.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const luna = () => world.tenants.luna;
const asOwner = ownerOf(() => world);
const night = () => checkBooksJob.run({ ctx: world.ctx, tenant: luna(), payload: {}, attempt: 1, log: world.ctx.log });

it.each([
  ['holds more', 'update SCHEMA.fan_wallets set balance_minor = balance_minor + 1'],
  ['owes', 'update SCHEMA.fan_wallets set balance_minor = 0, owed_minor = 5'],
  ['is gone', 'delete from SCHEMA.fan_wallets'],
])('a wallet that its owner rewrote so that it %s is named in the night', async (how, text) => {
  const fan = await world.person('luna', `saver-${how.replaceAll(' ', '-')}`);
  await fund(world, fan, 2_000);
  await fund(world, fan, 700, 'EUR');
  await night();
  await asOwner(`${text} where user_id = '${fan.id}' and currency = 'USD'`);
  expect(await checkWallets(world.ctx, luna())).toEqual([{ userId: fan.id, currency: 'USD' }]);
  await expect(night()).rejects.toThrow('1 wallets of luna are not what the entries of their fans say');
  await asOwner(`
    insert into SCHEMA.fan_wallets (user_id, currency) values ('${fan.id}', 'USD') on conflict do nothing;
    update SCHEMA.fan_wallets set balance_minor = 2000, owed_minor = 0 where user_id = '${fan.id}' and currency = 'USD'`);
  await night();
});
