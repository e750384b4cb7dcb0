import { withOwner } from '@backlot/database/owner';
import { sql, table, type Sql } from '@backlot/database/sql';
import { tenantSchema } from '@backlot/database/tenant-id';
import { dayMs } from '@backlot/domain/formats/when';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../src/features.ts';
import { dueJobs } from '../../src/jobs/due.ts';
import type { ScheduledJob } from '../../src/jobs/job.ts';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

const asking = features
  .flatMap(({ jobs = [] }) => jobs)
  .filter((job): job is ScheduledJob => 'schedule' in job && job.isDue !== undefined);
const dueAt = async (site: 'luna' | 'mars') =>
  (await dueJobs(world.ctx, world.tenants[site], asking)).map(({ name }) => name).toSorted();
const isDue = async (name: string) => (await dueAt('luna')).includes(name);
const run = (name: string) =>
  asking
    .find((job) => job.name === name)!
    .run({
      ctx: world.ctx,
      tenant: world.tenants.luna,
      payload: {},
      attempt: 1,
      log: world.ctx.log,
    });
const write = (statement: Sql) => world.database.tenants.write(world.tenants.luna, (db) => statement.run(db));
const before = (days: number) => new Date(world.clock.now().getTime() - days * dayMs);

/** Of a job that has work now: it says so, does it, and says so no more. */
async function expectWork(name: string): Promise<void> {
  expect(await isDue(name), name).toBe(true);
  await run(name);
  expect(await isDue(name), name).toBe(false);
}

describe('a job of the clock that says when it has work', () => {
  it('has none at a site where nothing happened, but to end the day in the books', async () => {
    expect(await dueAt('mars')).toEqual(['recognise-revenue']);
  });

  it('has some once there is a sale: to sum, to seal, to recognise, each day', async () => {
    expect((await world.subscribe(world.people.luna.fan)).status).toBe(200);
    expect(await isDue('seal-books')).toBe(true);
    await expectWork('sum-books');
    await expectWork('recognise-revenue');
    world.clock.set(new Date(world.clock.now().getTime() + dayMs));
    await expectWork('recognise-revenue');
  });

  it('finds a payment whose end nobody knows', async () => {
    await withOwner(world.databaseUrl, async (owner) => {
      const schema = tenantSchema(world.tenants.luna.id);
      await owner.query(
        `set session_replication_role = replica; update "${schema}".payment_attempts set state = 'unknown', started_at = now() - interval '1 hour'`,
      );
    });
    expect(await isDue('reconcile-forgotten-payments')).toBe(true);
  });

  it('finds what is to be forgotten', async () => {
    const { id: userId } = world.people.luna.fan;
    await write(sql`
      insert into ${table('exports')} (id, user_id, ask, language, state, file_name, created_at)
      values (${v7()}, ${userId}, '{}', 'en', 'ready', 'fans', ${before(30)})`);
    await expectWork('forget-exports');
    await write(sql`
      insert into ${table('idempotency_keys')} (user_id, call, key, request_hash, subject_id, created_at)
      values (${userId}, 'call', 'key', 'hash', ${v7()}, ${before(31)})`);
    await expectWork('forget-idempotency-keys');
    await write(sql`
      insert into ${table('crypto_payments')} (id, user_id, host, pos_id, provider_payment_id, crypto_currency, amount_minor,
        currency, asked_coins, state, quoted_at)
      values (${v7()}, ${userId}, 'twin', 'pos', 'one', 'BTC', 1000, 'USD', 1, 'quoted', ${before(3)})`);
    await expectWork('forget-crypto-quotes');
    await write(sql`
      insert into ${table('media_views')} (id, user_id, day, at, address, user_agent)
      values (${v7()}, ${userId}, ${before(486).toISOString().slice(0, 10)}, ${before(486)}, '', '')`);
    await expectWork('forget-media-views');
  });
});
