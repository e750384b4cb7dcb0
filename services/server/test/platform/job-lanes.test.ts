import { enqueueJob } from '@backlot/database/shared-functions';
import { withOwner } from '@backlot/database/owner';
import type { JobHelpers } from 'graphile-worker';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../src/features.ts';
import type { Feature } from '../../src/feature.ts';
import { reportsAtOnce, scheduledJob } from '../../src/jobs/job.ts';
import { momentOf } from '../../src/jobs/moment-of.ts';
import { startJobs, tasksOf } from '../../src/jobs/runner.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.close());

const never = '0 0 1 1 *';

it('what waits for a provider that hangs holds up nothing in the usual lane', async () => {
  let hanging = 0;
  let answered = 0;
  let letGo = () => {};
  const provider = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const feature: Feature = {
    name: 'lanes',
    jobs: [
      scheduledJob({
        name: 'test-hangs',
        schedule: never,
        lane: 'reports',
        run: () => {
          hanging += 1;
          return provider;
        },
      }),
      scheduledJob({
        name: 'test-answers',
        schedule: never,
        run: async () => {
          answered += 1;
        },
      }),
    ],
  };
  const waiting = 3 * reportsAtOnce;
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    for (let n = 0; n < waiting; n += 1) await enqueueJob(db, 'test-hangs');
    await enqueueJob(db, 'test-answers');
  });
  const { ctx, server } = world;
  const runner = await startJobs({ ctx, registry: server.registry, features: [feature], schedules: false });
  try {
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => hanging, { timeout: 10_000 }).toBe(reportsAtOnce);
    letGo();
    await expect.poll(() => hanging, { timeout: 20_000 }).toBe(waiting);
  } finally {
    letGo();
    await runner.stop();
  }
}, 60_000);

it('accounts and coins are reconciled, reversals looked for, disputes counted, returned coins looked for and pages compared in the lane of their own, spread over less than a tick', () => {
  const inLane = features.flatMap(({ jobs = [] }) => jobs).filter(({ lane }) => lane === 'reports');
  expect(inLane).toMatchObject([
    { name: 'reconcile-accounts', schedule: '*/10 * * * *', spreadMs: 480_000 },
    { name: 'look-for-reversals', schedule: '17 */6 * * *', spreadMs: 2_400_000 },
    { name: 'look-for-returned-coins', schedule: '29 * * * *', spreadMs: 2_400_000 },
    { name: 'reconcile-coins', schedule: '*/10 * * * *', spreadMs: 480_000 },
    { name: 'watch-disputes', schedule: '*/15 * * * *', spreadMs: 720_000 },
    { name: 'check-payment-page', schedule: '41 * * * *', spreadMs: 3_000_000 },
  ]);
});

it('whatever asks a payment provider about one payment waits in a lane of its own, away from mails', () => {
  const inLane = features.flatMap(({ jobs = [] }) => jobs).filter(({ lane }) => lane === 'providers');
  expect(inLane.map(({ name }) => name).toSorted()).toEqual([
    'apply-payment-notice',
    'close-other-way',
    'end-orphaned-series',
    'end-series',
    'end-unasked-series',
    'forget-card',
    'look-at-crypto-payment',
    'reconcile-payment',
    'refund-payment',
    'renew-membership',
  ]);
});

describe('the moment of a site', () => {
  it('is the same each time, and the moments of many fill the stretch', () => {
    const ids = Array.from({ length: 2_000 }, () => v7());
    const tenths = ids.map((id) => Math.floor(momentOf(id, 1_000) / 100));
    expect(ids.map((id) => Math.floor(momentOf(id, 1_000) / 100))).toEqual(tenths);
    for (let tenth = 0; tenth < 10; tenth += 1)
      expect(Math.abs(tenths.filter((one) => one === tenth).length - 200)).toBeLessThan(80);
    expect(momentOf('any', 0)).toBe(0);
  });

  it('is when its run of a schedule begins, and a run that still waits keeps its time at the next tick', async () => {
    const { ctx, server, tenants, databaseUrl } = world;
    const spreadMs = 600_000;
    const spread = scheduledJob({ name: 'test-spread', schedule: never, spreadMs, run: async () => undefined });
    const tick = tasksOf(ctx, server.registry, [spread], [])['test-spread:every-tenant']!;
    const runs = () =>
      withOwner(databaseUrl, async (owner) => {
        const { rows } = await owner.query<{ key: string; at: Date }>(
          `select key, run_at as at from graphile_worker.jobs where task_identifier = 'test-spread' order by key`,
        );
        return rows;
      });
    const before = Date.now();
    await tick({}, {} as JobHelpers);
    const first = await runs();
    expect(first).toHaveLength(Object.keys(tenants).length);
    for (const { key, at } of first) {
      const late = at.getTime() - before - momentOf(key.split(':').at(-1)!, spreadMs);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(10_000);
    }
    await tick({}, {} as JobHelpers);
    expect(await runs()).toEqual(first);
  });
});
