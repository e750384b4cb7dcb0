import { withOwner } from '@backlot/database/owner';
import { recordStatements } from '@backlot/database/testing/statements';
import { sql, table } from '@backlot/database/sql';
import type { JobHelpers } from 'graphile-worker';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { features } from '../../src/features.ts';
import { scheduledJob, type ScheduledJob, type Work } from '../../src/jobs/job.ts';
import { later } from '../../src/jobs/later.ts';
import { momentOf } from '../../src/jobs/moment-of.ts';
import { tasksOf } from '../../src/jobs/runner.ts';
import { tickLines } from '../../src/jobs/ticks.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const schedule = '0 0 1 1 *';
const tick = 'tick:0-0-1-1-x';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  // In no site's own hour.
  const hours = new Set(Object.values(world.tenants).map(ownHour));
  const free = Array.from({ length: 24 }, (_, hour) => hour).find((hour) => !hours.has(hour))!;
  world.clock.set(new Date(Date.UTC(2026, 5, 1, free, 30)));
  await withOwner(world.databaseUrl, (owner) => owner.query('delete from graphile_worker._private_jobs'));
});

const ownHour = ({ id }: { readonly id: string }): number => Math.floor(momentOf(id, dayMs) / hourMs);
const run = (jobs: readonly ScheduledJob[], task = tick) =>
  tasksOf(world.ctx, world.server.registry, jobs, [])[task]!({}, {} as JobHelpers);
const waiting = () =>
  withOwner(world.databaseUrl, async (owner) => {
    const { rows } = await owner.query<{ name: string; payload: object }>(
      `select t.identifier as name, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id order by j.priority, j.run_at, j.id`,
    );
    return rows;
  });

const hasPosts = sql`exists (select from ${table('posts')})`;
const never = sql`false`;
const named = (name: string, over: Partial<ScheduledJob> = {}): ScheduledJob =>
  scheduledJob({ name, schedule, run: async () => undefined, ...over });
const workOf = (payload: object): Work<Record<string, never>> => ({
  ctx: world.ctx,
  tenant: world.tenants.luna,
  payload: payload as Record<string, never>,
  attempt: 1,
  log: world.ctx.log,
});

describe('a tick of the clock', () => {
  it('is one for all jobs of its time, in words that the queue takes', () => {
    const jobs = features.flatMap((feature) => feature.jobs ?? []);
    const lines = tickLines(jobs);
    const times = new Set(jobs.flatMap((job) => ('schedule' in job ? [job.schedule] : [])));
    expect(lines).toHaveLength(times.size);
    const tasks = Object.keys(tasksOf(world.ctx, world.server.registry, jobs, []));
    for (const line of lines) {
      expect(line).toMatch(/^(?:[\d*,/]+ ){5}[a-z][\w:-]* \?max=3$/);
      expect(tasks).toContain(line.split(' ')[5]);
    }
  });

  it('leaves a job for each site that has work for it, and none for the others', async () => {
    await run([
      named('test-idle', { isDue: () => never }),
      named('test-here', { isDue: ({ tenant }) => tenant.id === world.tenants.mars.id }),
      named('test-rows', { isDue: () => sql`not ${hasPosts}` }),
      named('test-always'),
    ]);
    const sites = Object.values(world.tenants).map(({ id }) => id);
    const found = await waiting();
    const of = (wanted: string) =>
      found.flatMap(({ name, payload }) => (name === wanted ? [(payload as { tenantId: string }).tenantId] : []));
    expect(of('test-idle')).toEqual([]);
    expect(of('test-here')).toEqual([world.tenants.mars.id]);
    expect(of('test-rows').toSorted()).toEqual(sites.toSorted());
    expect(of('test-always').toSorted()).toEqual(sites.toSorted());
  });

  it('asks each site once, however many jobs there are', async () => {
    const recording = recordStatements();
    await run(Array.from({ length: 12 }, (_, n) => named(`test-${n}`, { isDue: () => hasPosts })));
    const asked = recording.stop().filter(({ text }) => text.includes('as due'));
    expect(asked).toHaveLength(Object.keys(world.tenants).length);
    expect(await waiting()).toEqual([]);
  });

  it('leaves all jobs to a site that can’t be asked, and goes on with the next', async () => {
    const gone = sql`exists (select from nowhere.nothing)`;
    const broken = sql`1 / (select count(*) from ${table('posts')}) > 1`;
    for (const isDue of [() => gone, () => broken]) await run([named('test-odd', { isDue })]);
    expect(await waiting()).toHaveLength(Object.keys(world.tenants).length);
  });

  it('asks nothing in a site’s own hour of the day', async () => {
    world.clock.set(new Date(Date.UTC(2026, 5, 2, ownHour(world.tenants.luna), 10)));
    await run([named('test-own', { isDue: () => never })]);
    expect(await waiting()).toContainEqual({
      name: 'test-own',
      payload: { tenantId: world.tenants.luna.id, isUnasked: true },
    });
  });

  it('that a process of the version before left waiting does the same', async () => {
    await run([named('test-before')], 'test-before:every-tenant');
    expect(await waiting()).toHaveLength(Object.keys(world.tenants).length);
  });
});

describe('a job of the clock', () => {
  it('asks once more before it runs, but for the run of its site’s own hour', async () => {
    let times = 0;
    const job = named('test-twice', {
      isDue: () => hasPosts,
      run: async () => {
        times += 1;
      },
    });
    await job.run(workOf({}));
    expect(times).toBe(0);
    await job.run(workOf({ isUnasked: true }));
    expect(times).toBe(1);
  });
});

describe('many jobs of one kind', () => {
  it('that a site enqueues wait for the few that another does, and for its own of another kind', async () => {
    const { luna, mars } = world.tenants;
    const photo = { priority: 10 };
    await world.database.tenants.write(luna, async (db) => {
      for (let n = 0; n < 300; n += 1) await later(db, 'process-photo', { mediaId: v7() }, photo);
    });
    await world.database.tenants.write(mars, (db) => later(db, 'process-photo', { mediaId: v7() }, photo));
    await world.database.tenants.write(luna, (db) => later(db, 'process-film', { mediaId: v7() }, photo));
    const order = await waiting();
    const place = (is: (row: (typeof order)[number]) => boolean) => order.findIndex(is);
    expect(order).toHaveLength(302);
    expect(place(({ payload }) => (payload as { tenantId: string }).tenantId === mars.id)).toBeLessThan(40);
    expect(place(({ name }) => name === 'process-film')).toBeLessThan(40);
  });

  it('that are few are not put back', async () => {
    const { mars } = world.tenants;
    await world.database.tenants.write(mars, async (db) => {
      for (let n = 0; n < 20; n += 1) await later(db, 'forget-card', { cardId: `${n}` });
    });
    const priorities = await withOwner(world.databaseUrl, async (owner) => {
      const { rows } = await owner.query<{ priority: number }>(
        'select distinct priority from graphile_worker._private_jobs',
      );
      return rows.map(({ priority }) => priority);
    });
    expect(priorities).toEqual([0]);
  });
});
