import { queryKeys } from '@backlot/contracts/bootstrap';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardEntryPageQuery } from '../../src/features/checkout/cards/card-entry-page-query.ts';
import { changeSettings } from '../../src/testing/change-settings.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const fieldFor = (as: TestPerson) => world.call('GET /api/v2/card-field', { as });
const buy = async (fan: TestPerson, more: object = {}) =>
  world.call('POST /api/v2/purchase/post-purchase', {
    as: fan,
    body: { blogId: await world.post('luna'), amount: 9, ...more },
  });
const pageOf = ({ tenant, id, role }: TestPerson, isGuest = false) =>
  cardEntryPageQuery(world.ctx, {
    tenant,
    actor: isGuest ? null : ({ userId: id, role } as never),
    path: '/home',
    search: new URLSearchParams(),
    now: world.clock.now(),
    language: 'en',
  });

describe("where a site has cards typed on the provider's page", () => {
  it('says so in place of the field’s address, and with every page of somebody who is logged in', async () => {
    const fan = await world.fresh();
    const key = queryKeys.cardEntry(fan.tenant.id);
    expect((await fieldFor(fan)).body.data).toMatchObject({ entry: 'field', origin: world.twin.url });
    expect(await pageOf(fan)).toEqual([{ key, data: { entry: 'field', keeps_cards: true } }]);
    await changeSettings(world, { card_entry: 'hosted' });
    expect((await fieldFor(fan)).body.data).toEqual({ entry: 'hosted', keeps_cards: true, src: null, origin: null });
    expect(await pageOf(fan)).toEqual([{ key, data: { entry: 'hosted', keeps_cards: true } }]);
    expect(await pageOf(fan, true)).toEqual([]);
  });

  it('charges the card on file, or leads to the page where another one is wanted', async () => {
    await changeSettings(world, { card_entry: 'hosted' });
    const fan = await world.member();
    expect((await buy(fan)).body.data).toMatchObject({ state: 'succeeded', action: null });
    const { body } = await buy(fan, { another_card: true });
    expect(body.data).toMatchObject({ state: 'pending', action: { type: 'redirect' } });
  });

  it('names no card as charged that was left with an account which takes cards no more', async () => {
    const fan = await world.member();
    const cardsOf = async () => (await world.call('GET /api/v2/get-payment-card', { as: fan })).body.data;
    expect(await cardsOf()).toMatchObject([{ last4: '4242', is_primary: true, is_chargeable: true }]);
    await world.ctx.database.tenants.write(fan.tenant, (db) => db('provider_accounts').update({ state: 'draining' }));
    expect(await cardsOf()).toMatchObject([{ last4: '4242', is_primary: true, is_chargeable: false }]);
    await world.ctx.database.tenants.write(fan.tenant, (db) => db('provider_accounts').update({ state: 'active' }));
  });

  it('takes no price by which a membership would begin free of charge, which a card field may', async () => {
    const free = async () =>
      world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body: { membership_price: 0 } });
    await changeSettings(world, { card_entry: 'hosted', recurring_membership_price: 9 });
    expect((await free()).body).toMatchObject({
      code: 'free-start-not-billable',
      errors: [{ field: 'membership_price', code: 'free-start-not-billable' }],
    });
    await changeSettings(world, { card_entry: 'field' });
    expect((await free()).status).toBe(200);
    const body = { card_entry: 'hosted' };
    const hosted = await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body });
    expect(hosted.body).toMatchObject({ errors: [{ field: 'card_entry', code: 'free-start-not-billable' }] });
  });

  it('says of what costs nothing now and something later that it cannot be paid by card', async () => {
    await changeSettings(world, { card_entry: 'hosted', membership_price: 0, recurring_membership_price: 9 });
    const fan = await world.fresh();
    const quote = await world.call('GET /api/v2/subscription/quote', { as: fan });
    const answer = await world.call('POST /api/v2/subscription/subscribe', {
      as: fan,
      body: { quote_id: quote.body.data.quote_id, consent: true, another_card: true },
    });
    expect(answer.body.code).toBe('amount-not-billable');
    expect(answer.status).toBe(409);
  });
});
