import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { sharedGrants } from './grants.ts';
import { pendingMigrations, readMigrations } from './migration-files.ts';
import { inTransaction, withOwner } from '../owner.ts';
import { loginUrl, quoteIdentifier as q, type RoleNames } from './role-names.ts';
import { ensureLoginRoles } from './roles.ts';

/** Any number that nothing else locks; one process at a time changes roles and shared tables. */
const LOCK = 4_711_001;

/** Roles, the queue's schema, shared tables and grants; safe to run at every start and from several processes. */
export async function migrateShared(options: { url: string; names: RoleNames; folder: string }): Promise<void> {
  const { url, names, folder } = options;
  const files = await readMigrations(folder);
  await withOwner(url, async (owner) => {
    await owner.query('select pg_catalog.pg_advisory_lock($1)', [LOCK]);
    await ensureLoginRoles(owner, names, decodeURIComponent(new URL(url).password));
    await migrateQueue(owner, names, url);
    await owner.query(`
      create schema if not exists shared;
      create table if not exists shared.migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const { rows } = await owner.query<{ name: string; sha256: string }>('select name, sha256 from shared.migrations');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    for (const file of pendingMigrations(files, applied, 'schema shared')) {
      await inTransaction(owner, async () => {
        await owner.query(`set local lock_timeout = '5s'`);
        await owner.query(file.sql).catch((error: Error) => {
          throw new Error(`Shared migration ${file.name} failed: ${error.message}`, { cause: error });
        });
        await owner.query('insert into shared.migrations (name, sha256) values ($1, $2)', [file.name, file.sha256]);
      });
    }
    await inTransaction(owner, () => owner.query(sharedGrants(names, files)));
  });
}

/** graphile-worker makes its own tables, as the role that will own them. */
async function migrateQueue(owner: pg.Client, names: RoleNames, url: string): Promise<void> {
  const { rows } = await owner.query<{ present: boolean }>(
    `select pg_catalog.to_regnamespace('graphile_worker') is not null as present`,
  );
  const install = rows[0]?.present !== true;
  if (install) await owner.query(`grant create on database ${q(names.database)} to ${q(names.queue)}`);
  try {
    await runMigrations({
      connectionString: loginUrl(url, names.queue),
      schema: 'graphile_worker',
      maxPoolSize: 1,
      logger: new Logger(() => () => {}),
    });
  } finally {
    if (install) await owner.query(`revoke create on database ${q(names.database)} from ${q(names.queue)}`);
  }
}
