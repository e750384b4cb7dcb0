import { sql, table } from '@backlot/database/sql';
import { indexesAskedBy, recordStatements } from '@backlot/database/testing/statements';
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
    // So many members that all their events, read to the end, cost more.
    await world.database.tenants.write(world.tenants.luna, async (db) => {
      await sql`insert into ${table('users')} (id, email, email_key, name, role, password_hash, created_at)
        select gen_random_uuid(), 'crowd' || n || '@x.example', 'crowd' || n || '@x.example', 'Crowd ' || n, 'user', 'none', now()
        from generate_series(1, 1000) n`.run(db);
      await sql`insert into ${table('subscriptions')}
        select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'user_id', u.id))).*
        from ${table('subscriptions')} s, ${table('users')} u where s.user_id = ${fan.id} and u.email like 'crowd%'`.run(
        db,
      );
      await sql`insert into ${table('subscription_events')} (id, subscription_id, kind, at, status)
        select gen_random_uuid(), s.id, 'renewed', s.started_at + n * interval '1 hour', '2'
        from ${table('subscriptions')} s join ${table('users')} u on u.id = s.user_id, generate_series(1, 10) n
        where u.email like 'crowd%'`.run(db);
    });
    const recording = recordStatements();
    await ask(2);
    const asked = recording.stop().filter(({ text }) => text.includes('subscription_events'));
    // The number of events, and a page of them.
    expect(asked).toHaveLength(2);
    for (const statement of asked)
      expect(await indexesAskedBy(world.databaseUrl, statement)).toContain('events_of_subscription');
  });
});
