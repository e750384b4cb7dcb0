import { openDatabase, startEmbedded, type Database, type TenantRecord } from '@backlot/database';
import { ownFolders } from '@backlot/database/migrate/migration-files';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { openSecrets } from '../../src/secrets.ts';
import { postgresPrograms, startRealPostgres } from '../../src/testing/real-postgres.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'back-up-'));
  // Root's Postgres runs as somebody else, who has to get in.
  chmodSync(folder, 0o711);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands that OPERATIONS.md gives under a heading of its own, run as they stand there. */
async function follow(what: string, env: Record<string, string>): Promise<void> {
  const text = readFileSync(join(import.meta.dirname, '../../../../scripts/OPERATIONS.md'), 'utf8');
  const commands = new RegExp(`<!-- ${what} -->\\n\`\`\`sh\\n([^]*?)\`\`\``).exec(text)?.[1];
  if (commands === undefined) throw new Error(`OPERATIONS.md does not say how: ${what}`);
  await promisify(execFile)('/bin/sh', ['-c', `set -e\n${commands}`], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
}

const setPrice = (database: Database, tenant: TenantRecord, price: number) =>
  database.tenants.write(tenant, (db) =>
    db('settings').insert({ key: 'membership_price', value: JSON.stringify(price) as never, updated_by: null }),
  );
const priceOf = async (database: Database, tenant: TenantRecord): Promise<unknown> =>
  (await database.tenants.read(tenant, (db) => db('settings').where({ key: 'membership_price' }).first('value')))
    ?.value;
const siteOf = async (database: Database, slug: string): Promise<TenantRecord> =>
  (await database.listTenants()).find((site) => site.slug === slug)!;

/** All files but the newest, as the version before had them. */
function earlierFolders(): typeof ownFolders {
  const of = (track: 'shared' | 'tenant'): string => {
    const to = join(folder, `earlier-${track}`);
    cpSync(ownFolders[track], to, { recursive: true });
    rmSync(join(to, newestOf(track)));
    return to;
  };
  return { ...ownFolders, shared: of('shared'), tenant: of('tenant') };
}
const newestOf = (track: 'shared' | 'tenant'): string =>
  readdirSync(ownFolders[track])
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1)!;

describe('the embedded server', () => {
  it('is backed up by a cold copy, with the key kept apart, and restored from both', async () => {
    const [DATA_DIR, BACKUP, KEYS] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'keys')];
    mkdirSync(KEYS);
    mkdirSync(DATA_DIR, { mode: 0o711 });
    const config = configFrom({ DATA_DIR });
    const withServer = async <R>(work: (database: Database) => Promise<R>): Promise<R> => {
      const server = await startEmbedded({ dataDir: join(DATA_DIR, 'postgres'), durable: false });
      const database = await openDatabase({ url: server.url, poolSize: 2 });
      try {
        await database.migrateShared();
        return await work(database);
      } finally {
        await database.close();
        await server.stop();
      }
    };
    const secret = await withServer(async (database) => {
      await setPrice(database, await database.provision({ slug: 'luna', hosts: ['luna.test'] }), 7);
      return (await openSecrets(config, database, {})).get('some-key');
    });
    await follow('embedded: back up', { DATA_DIR, BACKUP, KEYS });
    expect(existsSync(join(BACKUP, 'secret.key'))).toBe(false);
    // A second copy inside the first would keep its key, and a restore would bring the older one.
    await expect(follow('embedded: back up', { DATA_DIR, BACKUP, KEYS })).rejects.toThrow('File exists');
    await expect(follow('embedded: restore', { DATA_DIR, BACKUP, KEYS })).rejects.toThrow('File exists');
    expect(readdirSync(BACKUP).toSorted()).toEqual(
      readdirSync(DATA_DIR)
        .filter((name) => name !== 'secret.key')
        .toSorted(),
    );
    rmSync(DATA_DIR, { recursive: true });
    cpSync(BACKUP, join(folder, 'copy-kept'), { recursive: true });
    await follow('embedded: restore', { DATA_DIR, BACKUP, KEYS });
    await withServer(async (database) => {
      expect(await priceOf(database, await siteOf(database, 'luna'))).toBe(7);
      expect(await (await openSecrets(config, database, {})).get('some-key')).toEqual(secret);
      rmSync(join(DATA_DIR, 'secret.key'));
      await expect(openSecrets(config, database, {})).rejects.toThrow(
        'is gone, and this database holds secrets that were sealed with it.',
      );
    });
  }, 60_000);
});

describe('a Postgres server', () => {
  it('is backed up with its roles and restored on an empty one; the next version brings its sites up to date', async () => {
    const BACKUP = join(folder, 'dump');
    mkdirSync(BACKUP);
    const env = { PATH: `${postgresPrograms()}${delimiter}${process.env['PATH'] ?? ''}`, BACKUP };
    const key = { SECRET_KEY: 'a1'.repeat(32) };
    const config = configFrom({ DATA_DIR: join(folder, 'no-key-here') });
    const urlAt = (port: number): string => `postgres://operator:its-password@127.0.0.1:${port}/backlot`;
    const first = await startRealPostgres(join(folder, 'first'));
    let secret: Buffer;
    try {
      await promisify(execFile)(join(postgresPrograms(), 'psql'), [
        '--dbname',
        first.adminUrl,
        '-c',
        "create role operator login createrole password 'its-password'",
        '-c',
        'create database backlot owner operator',
      ]);
      const database = await openDatabase({ url: urlAt(first.port), poolSize: 2, migrations: earlierFolders() });
      await database.migrateShared();
      await setPrice(database, await database.provision({ slug: 'luna', hosts: ['luna.test'] }), 7);
      await setPrice(database, await database.provision({ slug: 'mars', hosts: ['mars.test'] }), 9);
      secret = await (await openSecrets(config, database, key)).get('some-key');
      // While everything runs.
      await follow('server: back up', { ...env, ADMIN_URL: first.adminUrl, DATABASE_URL: urlAt(first.port) });
      await database.close();
    } finally {
      await first.stop();
    }
    expect(readFileSync(join(BACKUP, 'database.dump')).includes(key.SECRET_KEY)).toBe(false);
    const second = await startRealPostgres(join(folder, 'second'));
    try {
      await follow('server: restore', { ...env, ADMIN_URL: second.adminUrl });
      const database = await openDatabase({ url: urlAt(second.port), poolSize: 2 });
      // What a start of the next version does.
      await database.migrateShared();
      const { migrated, failed } = await database.migrateTenants();
      expect({ failed, migrated: migrated.map(({ slug, files }) => [slug, files]).toSorted() }).toEqual({
        failed: [],
        migrated: ['luna', 'mars'].map((slug) => [slug, [newestOf('tenant').replace('.sql', '')]]),
      });
      const [luna, mars] = [await siteOf(database, 'luna'), await siteOf(database, 'mars')];
      expect([luna.migrationStatus, await priceOf(database, luna), await priceOf(database, mars)]).toEqual([
        'current',
        7,
        9,
      ]);
      // Sites are as far apart as before.
      await expect(
        database.tenants.read(luna, (db) => db.raw('select 1 from ??', [`tenant_${mars.id}.settings`])),
      ).rejects.toThrow('permission denied');
      await database.provision({ slug: 'nova', hosts: ['nova.test'] });
      expect(await (await openSecrets(config, database, key)).get('some-key')).toEqual(secret);
      await expect(openSecrets(config, database, { SECRET_KEY: 'b2'.repeat(32) })).rejects.toThrow(
        'SECRET_KEY is not the one that this database was sealed with.',
      );
      await database.close();
    } finally {
      await second.stop();
    }
  }, 90_000);
});
