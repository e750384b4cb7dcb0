import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepOwners } from './kept-owners.ts';
import { withOwner } from '../owner.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';

let made: TestDatabase;
beforeAll(async () => {
  made = await createTestDatabase();
}, 60_000);
afterAll(() => made.drop());

type Owner = Parameters<Parameters<typeof withOwner>[1]>[0];
const processOf = async (owner: Owner): Promise<number> =>
  (await owner.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
const isThere = (pid: number): Promise<boolean> =>
  withOwner(made.url, async (owner) => {
    const { rows } = await owner.query('select 1 from pg_catalog.pg_stat_activity where pid = $1', [pid]);
    return rows.length > 0;
  });

it('a connection of the owner serves ten pieces of work, then another does', async () => {
  const owners = keepOwners(made.url);
  const seen: number[] = [];
  for (let n = 0; n < 11; n += 1) seen.push(await owners.use(processOf));
  expect(new Set(seen.slice(0, 10)).size).toBe(1);
  expect(seen[10]).not.toBe(seen[0]);
  await owners.close();
});

it('two pieces of work at once never share a connection', async () => {
  const owners = keepOwners(made.url);
  const [one, other] = await Promise.all([owners.use(processOf), owners.use(processOf)]);
  expect(one).not.toBe(other);
  await owners.close();
});

it('a connection whose work failed is not lent again', async () => {
  const owners = keepOwners(made.url);
  let failed = 0;
  await expect(
    owners.use(async (owner) => {
      failed = await processOf(owner);
      await owner.query('begin; select no_such_function()');
    }),
  ).rejects.toThrow('no_such_function');
  expect(await owners.use(processOf)).not.toBe(failed);
  await owners.close();
});

it('a connection that the server ended while it waited is not lent again', async () => {
  const owners = keepOwners(made.url);
  const lost = await owners.use(processOf);
  await withOwner(made.url, (owner) => owner.query('select pg_terminate_backend($1, 5000)', [lost]));
  expect(await owners.use(processOf)).not.toBe(lost);
  await owners.close();
});

it('none is left when they are closed, nor is one kept that comes back afterwards', async () => {
  const owners = keepOwners(made.url);
  const waiting = await owners.use(processOf);
  let lent = 0;
  await owners.use(async (owner) => {
    const busy = owners.use(async (second) => {
      lent = await processOf(second);
    });
    await busy;
    await owners.close();
    return processOf(owner);
  });
  for (const pid of [waiting, lent]) await expect.poll(() => isThere(pid), { timeout: 5_000 }).toBe(false);
});
