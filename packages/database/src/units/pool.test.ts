import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '../open-database.ts';
import { openNoteWorld, type NoteWorld } from '../testing/note-world.ts';
import type { TenantRecord } from '../tenant-records.ts';
import type { TenantDb } from './face.ts';

let world: NoteWorld;
let sites: TenantRecord[];
beforeAll(async () => {
  world = await openNoteWorld();
  sites = [world.clay, world.patch];
  for (let n = 0; n < 22; n += 1)
    sites.push(await world.database.provision({ slug: `site-${n}`, hosts: [`site-${n}.test`] }));
}, 120_000);
afterAll(() => world.end());

const pidOf = (database: Database, site: TenantRecord, seconds = 0): Promise<number> =>
  database.tenants.read(site, async (db) => {
    const { rows } = await db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid, pg_sleep(?)', [
      seconds,
    ]);
    return rows[0]!.pid;
  });

it('a site that asks one thing after the other keeps to one connection, and the sites are spread over them', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 4 });
  const met = new Map(sites.map(({ slug }) => [slug, new Set<number>()]));
  for (let round = 0; round < 4; round += 1)
    for (const site of sites) met.get(site.slug)!.add(await pidOf(database, site));
  expect([...met.values()].map(({ size }) => size)).toEqual(sites.map(() => 1));
  // Names are by chance: all of them beside one another on two of four is next to impossible.
  expect(new Set([...met.values()].flatMap((pids) => [...pids])).size).toBeGreaterThan(2);
  await database.close();
});

it('what a site asks at once goes to connections in the same order each time, and a lone site may use them all', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 4 });
  const atOnce = async (count: number) =>
    new Set(await Promise.all(Array.from({ length: count }, () => pidOf(database, world.clay, 0.05))));
  const first = await atOnce(2);
  expect(first.size).toBe(2);
  for (let round = 0; round < 4; round += 1) expect(await atOnce(2)).toEqual(first);
  expect((await atOnce(4)).size).toBe(4);
  expect(await atOnce(2)).toEqual(first);
  await database.close();
});

it('a connection that has met as many sites as it may is replaced when it comes back, one a second at most until it has met half as many again', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1, rolesAConnection: 3 });
  const begun = performance.now();
  const pids: number[] = [];
  for (const site of sites.slice(0, 4)) pids.push(await pidOf(database, site));
  // Replaced behind the fourth site, not in the middle of one.
  expect(new Set(pids).size).toBe(1);
  const after: number[] = [];
  for (const site of sites.slice(4, 8)) after.push(await pidOf(database, site));
  expect(after[0]).not.toBe(pids[0]);
  if (performance.now() - begun < 900) expect(new Set(after).size).toBe(1);
  // One more is more than it may ever have met.
  await pidOf(database, sites[8]!);
  expect(after).not.toContain(await pidOf(database, sites[9]!));
  await database.close();
});

it('a site that is asked again and again does not wear its connection out', async () => {
  const database = await openDatabase({ url: world.url, poolSize: 1, rolesAConnection: 2 });
  const pids = new Set<number>();
  for (let n = 0; n < 20; n += 1) pids.add(await pidOf(database, sites[n % 2]!));
  expect(pids.size).toBe(1);
  await database.close();
});

it('a site whose work is slow leaves others a quarter of the connections', async () => {
  const [database, holder] = await Promise.all([
    openDatabase({ url: world.url, poolSize: 8, waitMs: 60_000, statementTimeoutMs: 60_000 }),
    openDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 60_000 }),
  ]);
  const wait = (db: TenantDb): Promise<unknown> => db.raw('select pg_advisory_xact_lock(7301)');
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = (): void => {};
  const locked = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holding = holder.tenants.read(world.patch, async (db) => {
    await db.raw('select pg_advisory_lock(7301)');
    isHeld();
    await held;
    await db.raw('select pg_advisory_unlock(7301)');
  });
  await locked;
  const slow = Array.from({ length: 20 }, () => database.tenants.read(world.clay, wait));
  const others = await Promise.all(sites.slice(1, 13).map((site) => pidOf(database, site)));
  expect(new Set(others).size).toBe(2);
  letGo();
  await Promise.all([holding, ...slow]);
  await Promise.all([database.close(), holder.close()]);
});
