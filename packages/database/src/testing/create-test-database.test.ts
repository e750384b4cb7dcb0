import { expect, it } from 'vitest';
import { openDatabase } from '../open-database.ts';
import { withOwner } from '../owner.ts';
import { tenantSchema, type TenantRef } from '../tenant-id.ts';
import { createTestDatabase, type Furnishing } from './create-test-database.ts';

const pagesOf = ({ id }: TenantRef): string => `${tenantSchema(id)}.pages`;
const furnishing: Furnishing = {
  version: 'one site with one page',
  async furnish(url) {
    const database = await openDatabase({ url });
    const tenant = await database.provision({ slug: 'clay', hosts: ['clay.test'] });
    await database.tenants.write(tenant, (db) =>
      db.raw('insert into ?? (slug, title, html, updated_at) values (?, ?, ?, now())', [
        pagesOf(tenant),
        'about',
        'About',
        '',
      ]),
    );
    await database.close();
  },
};

it(
  'a copy of a furnished database has its tenants and rows, each copy under roles of its own',
  { timeout: 60_000 },
  async () => {
    const copies = await Promise.all([createTestDatabase(furnishing), createTestDatabase(furnishing)]);
    for (const [index, { url }] of copies.entries()) {
      const database = await openDatabase({ url });
      const [tenant] = await database.listTenants();
      expect(tenant?.slug).toBe('clay');
      const pages = await database.tenants.write(tenant!, async (db) => {
        await db.raw('update ?? set title = ?', [pagesOf(tenant!), `About ${index}`]);
        const { rows } = await db.raw<{ rows: unknown[] }>('select slug, title from ??', [pagesOf(tenant!)]);
        return rows;
      });
      expect(pages).toEqual([{ slug: 'about', title: `About ${index}` }]);
      const grantees = await withOwner(url, async (owner) => {
        const { rows } = await owner.query<{ grantee: string }>(
          `select distinct grantee::text from information_schema.role_table_grants where table_schema like 'tenant\\_%'`,
        );
        return rows.map(({ grantee }) => grantee).filter((grantee) => grantee.includes('_tenant_'));
      });
      expect(grantees).toEqual([`${new URL(url).pathname.slice(1)}_tenant_${tenant!.id}`]);
      await database.close();
    }
    await Promise.all(copies.map((copy) => copy.drop()));
  },
);
