import { openDatabase, type Database } from '@backlot/database';
import { sql, table } from '@backlot/database/sql';
import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { expect, it } from 'vitest';
import { fanOf, fillSites } from './fill-sites.ts';

/** Posts of each site, and whether its fan has a session and is a member. */
async function lookIn(database: Database) {
  const found: Record<string, { posts: number; session: boolean; member: boolean }> = {};
  for (const site of await database.listTenants())
    found[site.slug] = await database.tenants.read(site, (db) =>
      sql<{ posts: number; session: boolean; member: boolean }>`
        select (select count(*)::int from ${table('posts')}) as posts,
          exists (select from ${table('sessions')} where id = ${fanOf(site).sessionId}) as session,
          exists (select from ${table('subscriptions')} where user_id = ${fanOf(site).userId} and status = '2') as member`.one(
        db,
      ),
    );
  return found;
}

it('sites are made until there are so many, and a run that was stopped is gone on with', async () => {
  const { url, drop } = await createTestDatabase();
  const database = await openDatabase({ url, poolSize: 2 });
  const report = (): void => {};
  try {
    const filled = { posts: 20, session: true, member: true };
    expect((await fillSites(database, 1, report)).made).toBe(1);
    expect(await lookIn(database)).toEqual({ 'site-1': filled });
    // Stopped before its rows were written.
    await database.provision({ slug: 'site-2', hosts: ['site-2.test'] });
    expect((await fillSites(database, 3, report)).made).toBe(1);
    expect((await fillSites(database, 3, report)).made).toBe(0);
    expect(await lookIn(database)).toEqual({ 'site-1': filled, 'site-2': filled, 'site-3': filled });
  } finally {
    await database.close();
    await drop();
  }
}, 60_000);
