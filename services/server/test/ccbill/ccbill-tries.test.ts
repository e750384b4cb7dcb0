import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { solve } from '../../src/testing/human.ts';
import { card } from '../../src/testing/money-world.ts';
import { createCcbillWorld, type CcbillWorld } from './ccbill-world.ts';

let world: CcbillWorld;
beforeAll(async () => {
  world = await createCcbillWorld({ env: { THROTTLE: 'on' } });
  await changeSettings(world, { card_attempts_before_check: 1 });
}, 60_000);
afterAll(() => world.close());

describe("a card that is declined on CCBill's form", () => {
  it('CARD-02 has the next form ask for a check: a notice tells of it', async () => {
    const { fan } = await world.formMember();
    const open = async (more: object = {}) =>
      world.call('POST /api/v2/purchase/post-purchase', {
        as: fan,
        body: { blogId: await world.post('luna'), amount: 9, ...more },
      });
    const form = await open();
    await world.payOnForm(form.body.data.action.url, card.declined);
    await world.settleNotices();
    const asked = await open();
    expect(asked).toMatchObject({ status: 430, body: { code: 'human-check' } });
    world.clock.advance(asked.body.challenge.wait_seconds * 1000);
    expect((await open({ human_check: solve(asked.body.challenge) })).body.data.action).toMatchObject({
      type: 'redirect',
    });
  });
});
