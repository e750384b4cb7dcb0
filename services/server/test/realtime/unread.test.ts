import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const unread = async (as: TestPerson) => {
  const {
    totalUnreadCount: total,
    purchasedNotificationUnreadCount: purchased,
    subscriptionNotificationUnreadCount: subscription,
  } = (await world.call('GET /api/users/get_unread_count', { as })).body.data;
  return { total, purchased, subscription };
};
const lastTold = async (person: TestPerson) => {
  const row = await world.database.shared.read((db) =>
    db('outbox')
      .where({ recipient: `user:${person.id}`, event: 'UNREAD_COUNT' })
      .orderBy('id', 'desc')
      .first('data'),
  );
  return row?.data ?? null;
};
const numbers = (
  totalUnreadCount: number,
  purchasedNotificationUnreadCount: number,
  subscriptionNotificationUnreadCount: number,
) => ({ totalUnreadCount, purchasedNotificationUnreadCount, subscriptionNotificationUnreadCount });

describe('what is new', () => {
  it('UNREAD_COUNT carries its three numbers, of what each role may open', async () => {
    const {
      model,
      admin,
      support,
      content_manager: manager,
      live_stream_manager: streams,
      stranger,
    } = world.people.luna;
    const fan = await world.member();
    await world.buy(fan, await world.post('luna'));
    await world.buy(fan, await world.post('luna'));
    for (const person of [model, admin]) {
      expect([await unread(person), await lastTold(person)]).toEqual([
        { total: 3, purchased: 2, subscription: 1 },
        numbers(3, 2, 1),
      ]);
    }
    expect([await unread(support), await lastTold(support)]).toEqual([
      { total: 2, purchased: 2, subscription: 0 },
      numbers(2, 2, 0),
    ]);
    for (const person of [manager, streams, fan, stranger, world.people.mars.model]) {
      expect([await unread(person), await lastTold(person)]).toEqual([
        { total: 0, purchased: 0, subscription: 0 },
        null,
      ]);
    }
  });

  it('a content manager is told while the site shows them reports', async () => {
    const { admin, content_manager: manager } = world.people.luna;
    await world.call('PATCH /api/app_settings', { as: admin, body: { show_reporting_page_to_content_manager: true } });
    await expect.poll(() => unread(manager)).toMatchObject({ purchased: 2 });
    await world.buy(await world.member(), await world.post('luna'));
    expect(await lastTold(manager)).toEqual(numbers(5, 3, 2));
    await world.call('PATCH /api/app_settings', { as: admin, body: { hide_earnings: true } });
    await expect.poll(() => unread(manager)).toEqual({ total: 0, purchased: 0, subscription: 0 });
    await world.call('PATCH /api/app_settings', {
      as: admin,
      body: { hide_earnings: false, show_reporting_page_to_content_manager: false },
    });
  });

  it('begins at zero again when the list was looked at, for whoever looked', async () => {
    const { model, admin } = world.people.luna;
    const before = await unread(admin);
    expect((await world.call('POST /api/notifications/read', { as: model, body: { kind: 'purchased' } })).status).toBe(
      200,
    );
    expect([await unread(model), await lastTold(model)]).toEqual([
      { total: before.subscription, purchased: 0, subscription: before.subscription },
      numbers(before.subscription, 0, before.subscription),
    ]);
    expect(await unread(admin)).toEqual(before);
    world.clock.advance(1);
    await world.buy(await world.member(), await world.post('luna'));
    expect(await unread(model)).toMatchObject({ purchased: 1 });
    expect(
      (await world.call('POST /api/notifications/read', { as: world.people.luna.fan, body: { kind: 'purchased' } }))
        .body.code,
    ).toBe('access-denied');
  });
});
