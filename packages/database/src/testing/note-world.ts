import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownFolders } from '../migrate/migration-files.ts';
import { openDatabase, type Database, type DatabaseOptions } from '../open-database.ts';
import type { TableOf } from '../tables.ts';
import type { TenantRecord } from '../tenant-records.ts';
import { createTestDatabase } from './create-test-database.ts';

declare module 'knex/types/tables.js' {
  interface Tables {
    test_notes: TableOf<{ id: number; title: string; body: string }>;
    test_comments: TableOf<{ id: number; note_id: number; body: string }>;
    test_entries: TableOf<{ id: number; amount_minor: number }>;
  }
}

/** Two tenants with a few tables of our own, on a database of their own. */
export interface NoteWorld {
  readonly url: string;
  readonly database: Database;
  readonly clay: TenantRecord;
  readonly patch: TenantRecord;
  /** Tenant migrations of this world; a test may add a file. */
  readonly folder: string;
  end(): Promise<void>;
}

export async function openNoteWorld(options: Partial<DatabaseOptions> = {}): Promise<NoteWorld> {
  const { url, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'tenant-migrations-'));
  await cp(fileURLToPath(new URL('../../fixtures/tenant', import.meta.url)), folder, { recursive: true });
  const database = await openDatabase({ url, ...options, migrations: { ...ownFolders, tenant: folder } });
  const clay = await database.provision({ slug: 'clay', hosts: ['clay.test', 'api.clay.test'] });
  const patch = await database.provision({ slug: 'patch', hosts: ['patch.test'] });
  for (const tenant of [clay, patch]) {
    await database.tenants.write(tenant, (db) => db('test_notes').insert({ title: `of ${tenant.slug}` }));
  }
  return {
    url,
    database,
    clay,
    patch,
    folder,
    async end() {
      await database.close();
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}
