import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase, type Database } from '@backlot/database';
import type { Furnishing } from '@backlot/database/testing/create-test-database';
import type { Tenant } from '../sites/tenant.ts';
import { makePerson, makePersonOfBoth, TEST_PASSWORD, type TestPerson } from './people.ts';

export type SiteName = 'luna' | 'mars';
const sites: readonly SiteName[] = ['luna', 'mars'];

const staffRoles = ['model', 'admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'] as const;
/** Each is called after what they are. */
const names = [...staffRoles, 'fan', 'stranger'] as const;
export type SitePeople = Record<(typeof names)[number], TestPerson>;
const roleOf = (name: (typeof names)[number]) => (name === 'fan' || name === 'stranger' ? 'user' : name);

export interface FurnishedSites {
  readonly tenants: Record<SiteName, Tenant>;
  readonly people: Record<SiteName, SitePeople> & { both: Record<SiteName, TestPerson> };
}

const sources = ['./furnished-sites.ts', './people.ts'].map((path) =>
  readFileSync(fileURLToPath(new URL(path, import.meta.url))),
);

/** Two sites, staff of every role and two fans on each, and one person who is in both. */
export const furnishedSites: Furnishing = {
  version: createHash('sha256').update(Buffer.concat(sources)).digest('hex'),
  async furnish(url) {
    const database = await openDatabase({ url, poolSize: 1 });
    const now = new Date();
    try {
      const tenants: Tenant[] = [];
      for (const slug of sites) tenants.push(await database.provision({ slug, hosts: [`${slug}.test`] }));
      await makePersonOfBoth(database, tenants, now);
      for (const tenant of tenants)
        for (const name of names) await makePerson(database, tenant, name, roleOf(name), now);
    } finally {
      await database.close();
    }
  },
};

/** Who is in a furnished database; all of them joined at `now`, whenever the database was filled. */
export async function findFurnished(database: Database, now: Date): Promise<FurnishedSites> {
  const tenants = Object.fromEntries(
    (await database.listTenants()).map((tenant) => [tenant.slug, tenant]),
  ) as FurnishedSites['tenants'];
  await database.shared.write(async (db) => {
    await db('identities').update({ password_changed_at: now, proved_at: now, created_at: now });
    await db('identity_sites').update({ joined_at: now });
  });
  const people = { both: {} } as FurnishedSites['people'];
  for (const slug of sites) {
    const tenant = tenants[slug];
    const rows = await database.tenants.write(tenant, (db) =>
      db('users')
        .update({ password_changed_at: now, created_at: now, email_proved_at: now })
        .returning(['id', 'email', 'name', 'role']),
    );
    const found = new Map(
      rows.map(({ id, email, name, role }) => [name, { id, email, password: TEST_PASSWORD, role, tenant }]),
    );
    people.both[slug] = found.get('Both')!;
    people[slug] = Object.fromEntries(names.map((name) => [name, found.get(name)!])) as SitePeople;
  }
  return { tenants, people };
}
