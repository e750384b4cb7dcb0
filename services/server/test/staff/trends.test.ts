import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { saveSettings } from '../../src/sites/settings.ts';
import { makePost } from '../../src/testing/posting.ts';

let world: MoneyWorld;
const dayMs = 86_400_000;

beforeAll(async () => {
  world = await createMoneyWorld();
  const [early, late] = [await world.person('luna', 'Early'), await world.person('luna', 'Late')];
  const postId = (await makePost(world, world.people.luna.model, { amount: 25 }))._id;
  // On 10 March at noon, and a week later half an hour earlier.
  await world.subscribe(early);
  world.clock.advance(7 * dayMs - 1_800_000);
  await world.subscribe(late);
  await world.buy(late, postId, { amount: 25 });
  await world.settle();
}, 60_000);
afterAll(() => world.close());

const ask = (from: string, to: string, as = world.people.luna.model) =>
  world.call('GET /api/reports/trends', { as, query: { from, to } });

async function set(values: Record<string, boolean>): Promise<void> {
  const { luna } = world.tenants;
  await world.database.tenants.write(luna, (db) => saveSettings(db, values, null, world.clock.now()));
  await expect.poll(() => world.ctx.settings.of(luna), { timeout: 20_000 }).toMatchObject(values);
}

describe('the trends of a site', () => {
  it('are earnings and new members by day, beside as many days before', async () => {
    const { data } = (await ask('2026-03-11', '2026-03-16')).body;
    expect(data).toMatchObject({ currency: 'USD', before: { from: '2026-03-05', to: '2026-03-10' } });
    expect(data.earnings).toMatchObject({ sum: 0, before: 19.99 });
    expect(data.members).toMatchObject({ sum: 0, before: 1 });
    expect(data.earnings.points).toHaveLength(6);
    expect(data.earnings.points.at(-1)).toEqual({
      from: '2026-03-16',
      to: '2026-03-16',
      membership: 0,
      post: 0,
      before: 19.99,
    });
  });

  it('compare a running day with the same hours of its like', async () => {
    const week = async () => (await ask('2026-03-11', '2026-03-17')).body.data;
    // The first was paid half an hour later in the day than it is now.
    expect(await week()).toMatchObject({
      earnings: { sum: 44.99, before: 0 },
      members: { sum: 1, before: 0 },
    });
    const now = world.clock.now();
    world.clock.advance(3_600_000);
    const later = await week();
    world.clock.set(now);
    expect(later).toMatchObject({ earnings: { sum: 44.99, before: 19.99 }, members: { sum: 1, before: 1 } });
    expect(later.earnings.points.at(-1)).toMatchObject({ membership: 19.99, post: 25, before: 19.99 });
  });

  it('are told in weeks where days would be too many, without the days to come', async () => {
    const { data } = (await ask('2025-03-18', '2026-12-31')).body;
    expect([data.to, data.earnings.points.length, data.members.points.length]).toEqual(['2026-03-17', 52, 52]);
    expect(data.earnings.points.at(-1)).toEqual({
      from: '2026-03-11',
      to: '2026-03-17',
      membership: 19.99,
      post: 25,
      before: 0,
    });
  });

  it.each([
    ['2026-03-18', '2026-03-20', ['from']],
    ['2026-03-12', '2026-03-11', ['to']],
    ['2026-02-30', '2026-03-11', ['from']],
    ['0002-03-01', 'tomorrow', ['from', 'to']],
  ])('there are none from %s to %s', async (from, to, fields) => {
    const { status, body } = await ask(from, to);
    expect([status, body.code]).toEqual([400, 'invalid-request']);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('are of 366 days at most, not counting those to come', async () => {
    expect((await ask('2025-03-17', '2026-03-17')).status).toBe(200);
    expect((await ask('2025-03-17', '2026-12-31')).status).toBe(200);
    const { status, body } = await ask('2025-03-16', '2026-03-17');
    expect([status, body.code, body.message]).toEqual([400, 'range-too-long', 'Choose at most 366 days.']);
    expect((await ask('2000-01-01', '2001-06-01')).body.code).toBe('range-too-long');
    // Long ago is no matter of its own.
    expect((await ask('2000-01-01', '2000-12-31')).body.data.before).toEqual({ from: '1998-12-31', to: '1999-12-31' });
  });

  it('ROLE-33 tell a content manager of members only while reports are open, and of money unless it is hidden', async () => {
    const told = async () => {
      const { earnings, members } = (await ask('2026-03-11', '2026-03-17', world.people.luna.content_manager)).body
        .data;
      return [earnings?.sum ?? null, members?.sum ?? null];
    };
    expect(await told()).toEqual([44.99, null]);
    await set({ show_reporting_page_to_content_manager: true });
    expect(await told()).toEqual([44.99, 1]);
    await set({ hide_earnings: true });
    expect(await told()).toEqual([null, null]);
    // That binds the content manager alone.
    expect((await ask('2026-03-11', '2026-03-17', world.people.luna.sub_admin)).body.data.earnings.sum).toBe(44.99);
    await set({ hide_earnings: false, show_reporting_page_to_content_manager: false });
  });

  it("are the site's own", async () => {
    const { data } = (await ask('2026-03-01', '2026-03-17', world.people.mars.model)).body;
    expect([data.earnings.sum, data.members.sum]).toEqual([0, 0]);
  });
});
