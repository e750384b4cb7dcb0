import { sql, table } from '@backlot/database/sql';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../src/testing/people.ts';
import { subscribe } from '../../src/testing/posting.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

const EVENTS = 245;

let world: World;
let fan: TestPerson;
/** When each renewal was, newest first; the last three at one instant. */
let renewals: string[] = [];

beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
  fan = await world.person('luna', 'Many');
  const other = await world.person('luna', 'Few');
  for (const person of [fan, other]) await subscribe(world, person);
  const times = Array.from({ length: EVENTS }, (_, n) =>
    new Date(world.clock.now().getTime() + Math.min(n, EVENTS - 3) * 3_600_000).toISOString(),
  );
  renewals = times.toReversed();
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    const subscription = await db('subscriptions').where({ user_id: fan.id }).first('id');
    await db('subscription_events').insert(
      times.map((at) => ({
        id: v7(),
        subscription_id: subscription!.id,
        kind: 'renewed' as const,
        at: new Date(at),
        status: '2' as const,
        ends_at: null,
      })),
    );
  });
}, 60_000);
afterAll(() => world.close());

const ask = (page?: number | string, as = world.people.luna.model) =>
  world.call(`GET /api/reports/fans/${fan.id}`, { as, ...(page === undefined ? {} : { query: { page_num: page } }) });

describe("a fan's history", () => {
  it('is told a page at a time, newest first, to the very beginning, each event once', async () => {
    const first = (await ask()).body.data;
    const { totalPages, totalRows } = first.paginationData;
    expect(first.paginationData).toEqual({ currentPage: 1, totalPages, totalRows, limit: 20 });
    expect(totalPages).toBe(Math.ceil(totalRows / 20));
    const all: Array<{ kind: string; at: string }> = [];
    for (let page = 1; page <= totalPages; page += 1) {
      const { membership, fan: told, paginationData } = (await ask(page)).body.data;
      expect([membership.length, told._id, paginationData.currentPage]).toEqual([
        page < totalPages ? 20 : totalRows - 20 * (totalPages - 1),
        fan.id,
        page,
      ]);
      all.push(...membership);
    }
    expect(all.filter(({ kind }) => kind === 'renewed').map(({ at }) => at)).toEqual(renewals);
  });

  it('ends with its last page, whichever is asked for beyond', async () => {
    const { totalPages } = (await ask()).body.data.paginationData;
    const last = (await ask(totalPages)).body.data;
    expect(last.membership).not.toEqual([]);
    for (const page of [totalPages + 1, 100_000]) expect((await ask(page)).body.data).toEqual(last);
  });

  it('has pages from the first on', async () => {
    for (const page of [0, -1, 'x']) expect((await ask(page)).status).toBe(400);
  });

  it("is nobody's of another site, whatever the page", async () => {
    expect((await ask(2, world.people.mars.model)).body.code).toBe('not-found');
  });

  it('is answered from its index', async () => {
    const plan = await world.database.tenants.write(world.tenants.luna, async (db) => {
      await db.raw('set local enable_seqscan = off');
      const rows = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) select e.kind
        from ${table('subscription_events')} e join ${table('subscriptions')} s on s.id = e.subscription_id
        where s.user_id = ${fan.id} order by e.at desc, e.id desc limit 20`.all(db);
      return JSON.stringify(rows);
    });
    expect(plan).toContain('events_of_subscription');
  });
});
