import { openBarePool } from '@backlot/database/testing/statements';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeMediaJob } from '../../src/features/library/purge-media.ts';
import { forgetEventsJob } from '../../src/features/platform/forget-events.ts';
import { copyOfReady, makePost } from '../../src/testing/posting.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { openTries } from '../../src/tries/tries.ts';

const ROUNDS = 10;
const dayMs = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
}, 60_000);
afterAll(() => world.close());

/** Runs them at once, each on a connection of its own; answers what went wrong: 40P01 is a deadlock, 500 hides one. */
async function failuresOf(...works: ReadonlyArray<() => Promise<unknown>>): Promise<unknown[]> {
  const settled = await Promise.allSettled(works.map((work) => work()));
  return settled.flatMap((one) => (one.status === 'rejected' ? [one.reason?.code ?? one.reason] : []));
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);

it('tries are forgotten in the night without a deadlock with those that are counted meanwhile', async () => {
  const tries = openTries(world.ctx);
  const keys = Array.from({ length: 2_000 }, (_, n) => `key-${String(n).padStart(4, '0')}`);
  const before = world.clock.now().getTime() - dayMs;
  for (let round = 0; round < ROUNDS; round += 1) {
    // All are over, and lie in the table the other way round than they are counted.
    await world.database.shared.write(async (db) => {
      await db('levels').delete();
      await db('throttles').delete();
      const rows = keys.toReversed();
      await db('levels').insert(rows.map((key) => ({ key, empty_at: before, leak_ms: 1_000, added_ms: 1_000 })));
      await db('throttles').insert(
        rows.map((key) => ({ tenant_id: '' as never, key, tries: 1, until: new Date(before) })),
      );
    });
    const now = world.clock.now();
    const added = keys.map((key) => ({ key, addedMs: 1_000 }));
    const wrong = await failuresOf(
      () => forgetEventsJob.run({ ctx: world.ctx, payload: {}, log: world.ctx.log }),
      () =>
        tries.add(
          shuffled(keys).map((key) => ({ key, times: 1, leakMs: 60_000 })),
          60,
          now,
        ),
      () =>
        tries.count(
          shuffled(keys).map((key) => ({ key, by: 1, windowMs: 60_000 })),
          now,
        ),
      () => tries.takeBack(shuffled(added)),
    );
    expect(wrong).toEqual([]);
    // What was counted meanwhile stays counted.
    const counted = await tries.count(
      keys.map((key) => ({ key, by: 1, windowMs: 60_000 })),
      now,
    );
    expect(new Set(counted.map((one) => one.tries))).toEqual(new Set([2]));
    // A second of it was taken back, or had run off before.
    const levels = await world.database.shared.read((db) => db('levels').where('empty_at', '>=', now.getTime()));
    expect(levels).toHaveLength(keys.length);
    expect([59_000, 60_000]).toEqual(
      expect.arrayContaining([...new Set(levels.map((level) => level.empty_at - now.getTime()))]),
    );
  }
  world.clock.advance(dayMs);
  await forgetEventsJob.run({ ctx: world.ctx, payload: {}, log: world.ctx.log });
  for (const name of ['levels', 'throttles'] as const)
    expect(await world.database.shared.read((db) => db(name).select('key'))).toEqual([]);
}, 120_000);

it('tries are forgotten in slices, each in a transaction of its own, to the last', async () => {
  const owner = openBarePool(world.databaseUrl, 1);
  await owner.query('create table shared.slices (tx xid8 not null, tried text not null, rows int not null)', []);
  await owner.query(
    `create function shared.note_slice() returns trigger language plpgsql security definer set search_path = '' as $$
      begin
        insert into shared.slices select pg_catalog.pg_current_xact_id(), tg_table_name, count(*) from gone;
        return null;
      end $$`,
    [],
  );
  const ended = world.clock.now().getTime() - dayMs;
  const rows = 20_001;
  const tables = [
    ['levels', `(key, empty_at, leak_ms, added_ms) select 'over-' || n, ${ended}, 1000, 1000`],
    ['throttles', `(tenant_id, key, tries, until) select '', 'over-' || n, 1, to_timestamp(${ended / 1_000})`],
  ];
  for (const [name, values] of tables) {
    await owner.query(`insert into shared.${name} ${values} from generate_series(1, ${rows}) n`, []);
    await owner.query(
      `create trigger noted after delete on shared.${name} referencing old table as gone
        for each statement execute function shared.note_slice()`,
      [],
    );
  }
  await forgetEventsJob.run({ ctx: world.ctx, payload: {}, log: world.ctx.log });
  const slices = await owner.query(
    'select tried, sum(rows)::int as rows from shared.slices group by tx, tried order by tried, rows',
    [],
  );
  const transactions = await owner.query('select count(distinct tx)::int as count from shared.slices', []);
  await owner.query('drop function shared.note_slice cascade', []);
  await owner.query('drop table shared.slices', []);
  await owner.end();
  expect(slices).toEqual(
    ['levels', 'throttles'].flatMap((tried) => [1, 10_000, 10_000].map((gone) => ({ tried, rows: gone }))),
  );
  expect(transactions).toEqual([{ count: 6 }]);
}, 60_000);

it('files go in the night without a deadlock with who takes out, shows or sorts the same ones', async () => {
  const { luna } = world.tenants;
  const { model } = world.people.luna;
  const files: string[] = [];
  for (let n = 0; n < 16; n += 1) files.push(await copyOfReady(world, model));
  const [held, loose] = [files.slice(0, 8), files.slice(8)];
  const post = await makePost(world, model, { media_item: held });
  const ask = (path: string, body: object) => async () => {
    const { status } = await world.call(`POST ${path}`, { as: model, body });
    if (status >= 500) throw Object.assign(new Error(path), { code: status });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const takenOutAt = new Date(world.clock.now().getTime() - 2 * dayMs);
    await world.database.tenants.write(luna, (db) =>
      db('media').whereIn('id', files).update({ deleted_at: takenOutAt, purged_at: null }),
    );
    const wrong = await failuresOf(
      () => purgeMediaJob.run({ ctx: world.ctx, tenant: luna, payload: {}, attempt: 1, log: world.ctx.log }),
      ask('/api/media/remove-media', { mediaIds: shuffled(files) }),
      ask('/api/blog/add-new-blog', { description: 'x', visibility: 'public', media_item: shuffled(files) }),
      ask('/api/blogs/edit', { postId: post._id, media_item: shuffled(held) }),
    );
    expect(wrong).toEqual([]);
    const purged = await world.database.tenants.read(luna, (db) =>
      db('media').whereIn('id', files).whereNotNull('purged_at').orderBy('id').select('id'),
    );
    expect(purged.map(({ id }) => id)).toEqual(loose);
  }
}, 120_000);
