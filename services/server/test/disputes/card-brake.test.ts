import type { CardBrake } from '@backlot/contracts/disputes';
import type { Challenge } from '@backlot/contracts/human-check';
import { recordStatements } from '@backlot/database/testing/statements';
import { dayMs } from '@backlot/domain/formats/when';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchDisputesJob } from '../../src/features/disputes/watch-disputes.ts';
import { newLine } from '../../src/testing/callers.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { solve } from '../../src/testing/human.ts';
import { card, createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer } from '../../src/testing/world.ts';
import { openItemsOf } from '../checkout/open-items-of.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z'), env: { THROTTLE: 'on' } });
});
afterAll(() => world.close());

const { buyer, reported } = openItemsOf(() => world);
const watch = () =>
  watchDisputesJob.run({ ctx: world.ctx, tenant: world.tenants.luna, payload: {}, attempt: 1, log: world.ctx.log });
const brake = async (): Promise<CardBrake> =>
  (await world.call('GET /api/reports/dispute-ratio', { as: world.people.luna.admin })).body.data.brake;
const type = async (fan: TestPerson, more: object = {}): Promise<Answer> => {
  const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
  return world.call('POST /api/v2/subscription/subscribe', {
    as: fan,
    from: newLine(),
    body: { quote_id: quote.body.data.quote_id, consent: true, card: await world.cardOf(card.good), ...more },
  });
};
const brakes = () => world.database.tenants.read(world.tenants.luna, (db) => db('card_brakes').orderBy('engaged_at'));

describe('the brake on cards that are typed', () => {
  it('engages when the disputes that are expected reach the share of a limit, and releases when they do no more', async () => {
    // Of the 100 chargebacks of Mastercard's first limit.
    await changeSettings(world, { card_brake_share: 2 });
    const member = await buyer();
    await watch();
    expect(await brake()).toMatchObject({ is_on: false, engaged: null });
    expect((await type(await world.fresh())).status).toBe(200);

    const disputed = await buyer();
    await cardBrand('mastercard');
    await reported(disputed.attempt, { type: 'chargeback' });
    // One, and a thirtieth a day for what is left of the month: two.
    await watch();
    expect(await brake()).toMatchObject({
      is_on: true,
      mode: 'automatic',
      engaged: {
        date: world.clock.now().toISOString(),
        scheme: 'mastercard',
        forecast: 2,
        limit_disputes: 100,
        share: 2,
      },
    });
    const fan = await world.fresh();
    const before = (await world.twin.control.charges()).length;
    const asked = await type(fan);
    expect(asked).toMatchObject({ status: 430, body: { code: 'human-check', challenge: { wait_seconds: 0 } } });
    expect((await world.twin.control.charges()).length).toBe(before);
    expect((await type(fan, { human_check: solve(asked.body.challenge as Challenge) })).status).toBe(200);
    // Who paid with a card on file before is not asked.
    expect((await world.buy(member.fan, await world.post('luna'))).status).toBe(200);

    await watch();
    expect(await brakes()).toMatchObject([{ scheme: 'mastercard', released_at: null }]);

    world.clock.advance(60 * dayMs);
    await watch();
    expect(await brake()).toMatchObject({ is_on: false, engaged: null });
    expect((await type(await world.fresh())).status).toBe(200);
    expect(await brakes()).toMatchObject([{ released_at: world.clock.now() }]);
  });

  it('stays off below the share', async () => {
    await changeSettings(world, { card_brake_share: 100 });
    const { attempt } = await buyer();
    await cardBrand('mastercard');
    await reported(attempt, { type: 'chargeback' });
    await watch();
    expect((await brake()).is_on).toBe(false);
    await changeSettings(world, { card_brake_share: 1 });
    await watch();
    expect((await brake()).is_on).toBe(true);
  });

  it('stops and starts at the word of an admin, whatever is counted', async () => {
    await changeSettings(world, { card_brake: 'off' });
    expect(await brake()).toMatchObject({ is_on: false, mode: 'off' });
    expect((await type(await world.fresh())).status).toBe(200);
    await changeSettings(world, { card_brake: 'on', card_brake_share: 100 });
    await watch();
    expect(await brake()).toMatchObject({ is_on: true, mode: 'on', engaged: null });
    expect((await type(await world.fresh())).status).toBe(430);
    await changeSettings(world, { card_brake: 'automatic' });
    expect((await type(await world.fresh())).status).toBe(200);
  });

  it('asks for a check also where a card is added, and stays on its own site', async () => {
    const member = await world.member();
    await changeSettings(world, { card_brake: 'on' });
    const add = async (as: TestPerson) =>
      world.call('POST /api/user/change-payment-method', {
        as,
        from: newLine(),
        body: { card: await world.cardOf(card.needsAttentionLater) },
      });
    expect((await add(member)).status).toBe(430);
    expect((await type(await world.fresh('mars'))).status).toBe(200);
    await changeSettings(world, { card_brake: 'automatic' });
    expect((await add(member)).status).toBe(200);
  });

  it('is watched without a write, and nothing is counted, where no bank took anything back', async () => {
    const recorder = recordStatements();
    await watchDisputesJob.run({
      ctx: world.ctx,
      tenant: world.tenants.mars,
      payload: {},
      attempt: 1,
      log: world.ctx.log,
    });
    const texts = recorder.stop().map(({ text }) => text);
    expect(texts.filter((text) => text.includes('payment_reversals'))).toHaveLength(1);
    expect(texts.filter((text) => /is_dispute|\b(insert|update|delete)\b/i.test(text))).toEqual([]);
  });

  it('counts no disputes when somebody pays: a purchase reads one row of it', async () => {
    const fan = await world.fresh();
    const recorder = recordStatements();
    expect((await type(fan)).status).toBe(200);
    const seen = recorder.stop().filter(({ text }) => text.includes('card_brakes') || text.includes('is_dispute'));
    expect(seen.map(({ text }) => /from .*card_brakes"? where "released_at" is null/.test(text))).toEqual([true]);
  });
});

async function cardBrand(brand: string): Promise<void> {
  await world.database.tenants.write(world.tenants.luna, (db) => db('payment_instruments').update({ brand }));
}
