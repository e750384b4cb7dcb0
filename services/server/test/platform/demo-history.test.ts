import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyHistory } from '../../src/apply/apply-history.ts';
import { withoutWebhooks } from '../../src/apply/without-webhooks.ts';
import type { DeclaredSite } from '../../src/apply/read-site.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const paidBy = (userId: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_intents').where({ user_id: userId }).pluck('state'),
  );
const datesOf = (userId: string) =>
  world.database.tenants.read(world.tenants.luna, (db) =>
    db('payment_intents').where({ user_id: userId }).orderBy('created_at').pluck('created_at'),
  );
const sessionsOf = (userId: string) =>
  world.database.tenants.read(world.tenants.luna, (db) => db('sessions').where({ user_id: userId }).pluck('id'));

it("the demo people's past is paid for as anybody pays, day by day, once, and leaves nobody logged in", async () => {
  const [stays, leaves] = [await world.person('luna', 'stays'), await world.person('luna', 'leaves')];
  const site = {
    history: [
      { person: stays.email, kind: 'subscription', daysAgo: 70 },
      { person: leaves.email, kind: 'subscription', daysAgo: 40 },
      { person: leaves.email, kind: 'cancel', daysAgo: 35 },
    ],
  } as unknown as DeclaredSite;
  const apply = () => applyHistory(world.ctx, world.tenants.luna, site, new AbortController().signal);
  await apply();
  await apply();
  expect(await paidBy(stays.id)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  expect((await datesOf(stays.id)).map((at: Date) => at.toISOString().slice(0, 10))).toEqual([
    '2025-12-30',
    '2026-01-30',
    '2026-02-28',
  ]);
  expect(await paidBy(leaves.id)).toEqual(['succeeded']);
  expect([await sessionsOf(stays.id), await sessionsOf(leaves.id)]).toEqual([[], []]);
  const statusOf = async (person: typeof stays) =>
    (await world.call('GET /api/users/me', { as: person })).body.data.ccbillSubscriptionStatus;
  expect([await statusOf(stays), await statusOf(leaves)]).toEqual(['2', '0']);
});

it('a purchase that came to nothing because the sandbox was busy is tried again', async () => {
  const fan = await world.person('mars', 'busy');
  const statesOf = () =>
    world.database.tenants.read(world.tenants.mars, (db) =>
      db('payment_intents').where({ user_id: fan.id }).orderBy('id').pluck('state'),
    );
  await world.faults({ kind: 'error-before', count: 1 });
  const applied = applyHistory(
    world.ctx,
    world.tenants.mars,
    { history: [{ person: fan.email, kind: 'subscription', daysAgo: 3 }] } as unknown as DeclaredSite,
    new AbortController().signal,
  );
  await expect.poll(statesOf).toEqual(['open']);
  await world.reconcile();
  await applied;
  expect(await statesOf()).toEqual(['abandoned', 'succeeded']);
});

const siteOf = (...history: DeclaredSite['history']) => ({ history }) as unknown as DeclaredSite;

it('the past waits for the pictures of what is bought in it, and for no others', async () => {
  const fan = await world.person('luna', 'early');
  const { luna } = world.tenants;
  await world.database.tenants.write(luna, async (db) => {
    await db('applied').where({ name: 'history' }).delete();
    await db('posts').insert(
      ['sold', 'other'].map((key) => ({
        id: v7(),
        title: '',
        caption: key,
        visibility: 'locked' as const,
        amount_minor: 900,
        currency: 'USD',
        private_blur: true,
        caption_blur: false,
        publish_at: new Date('2026-01-01T12:00:00Z'),
        photo_count: 1,
        media_waiting: 1,
        source_key: key,
        created_at: new Date('2026-01-01T12:00:00Z'),
      })),
    );
  });
  const applied = applyHistory(
    world.ctx,
    luna,
    siteOf(
      { person: fan.email, kind: 'subscription', daysAgo: 12 },
      { person: fan.email, kind: 'unlock', post: 'sold', daysAgo: 9 },
    ),
    new AbortController().signal,
  );
  expect(await paidBy(fan.id)).toEqual([]);
  await world.database.tenants.write(luna, (db) =>
    db('posts').where({ source_key: 'sold' }).update({ media_waiting: 0 }),
  );
  await applied;
  expect(await paidBy(fan.id)).toEqual(['succeeded', 'succeeded']);
});

it('while the past is done again the sandbox tells the server nothing, which would book it with the date of today', async () => {
  const fan = await world.person('mars', 'quiet');
  await world.database.tenants.write(world.tenants.mars, (db) => db('applied').where({ name: 'history' }).delete());
  const before = (await world.twin.control.webhooks()).length;
  await withoutWebhooks(world.ctx, () =>
    applyHistory(
      world.ctx,
      world.tenants.mars,
      siteOf({ person: fan.email, kind: 'subscription', daysAgo: 3 }),
      new AbortController().signal,
    ),
  );
  expect((await world.twin.control.webhooks()).slice(before).map(({ state }) => state)).toEqual(['lost']);
});
