import { dayMs } from '@backlot/domain/formats/when';
import { mountainDate } from '@backlot/twins/ccbill/notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { membershipsOf } from '../../src/testing/memberships.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  // CCBill's clock is the real one: the member joins before now, and goes on now.
  world = await createCcbillWorld({ at: new Date(Date.now() - 27 * dayMs) });
});
afterAll(() => world.close());

const { meOf } = membershipsOf(() => world);

it('C13 SUB-34 a member who goes on with CCBill’s form is told the very date on which it charges next, and with the wallet the end of the month', async () => {
  const account = { 'ccbill_settings.account_number': '' };
  const { 'ccbill_settings.account_number': ccbill } = await world.ctx.settings.of(world.tenants.luna);
  await changeSettings(world, { ...account, 'migrate_subscription.is_enabled': true });
  const fan = await world.member();
  await changeSettings(world, { 'ccbill_settings.account_number': ccbill });
  world.clock.set(new Date());
  const { data: quote } = (await world.call('GET /api/migration-data', { as: fan })).body;
  const { body } = await world.call('POST /api/migrate-subscription-for-user', {
    as: fan,
    body: { quote_id: quote.quote_id, consent: true },
  });
  await world.payOnForm(body.data.action.url);
  await world.settleNotices();
  const { next_billing_date: next } = await meOf(fan);
  expect(next).toBe(quote.next_charge_at);
  expect(next!.slice(0, 10)).toBe(mountainDate(world.lastSale().nextAt!));
  expect(Date.parse(next!)).toBeGreaterThan(Date.parse(quote.wallet_next_charge_at));
});
