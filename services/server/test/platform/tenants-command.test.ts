import { openDatabase } from '@backlot/database';
import { ownFolders } from '@backlot/database/migrate/migration-files';
import { withOwner } from '@backlot/database/owner';
import { createTestDatabase, type TestDatabase } from '@backlot/database/testing/create-test-database';
import { sql, table } from '@backlot/database/sql';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let test: TestDatabase;
const dataDir = mkdtempSync(join(tmpdir(), 'tenants-'));
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** `npm run tenants -- …` in production, as a person sees it. */
function run(...args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const env = {
      ...process.env,
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '127.0.0.1',
      SECRET_KEY: key,
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
    };
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '../../../../scripts/tenants.ts'), ...args],
      { env },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}
const key = randomBytes(32).toString('hex');
const stack = /\n\s+at /;
/** A migration that can't run twice. */
const again = '0347_purchases_by_settlement';
const sha256 = (track: 'shared' | 'tenant', name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(ownFolders[track], `${name}.sql`)))
    .digest('hex');

// Each is a process of its own, and the processors are busy with other tests.
describe('npm run tenants', { timeout: 90_000 }, () => {
  it('refuses sites, verbs and options that are not there with a sentence and code 1', async () => {
    const answers = await Promise.all([
      run('apply', 'nosuch'),
      run('suspend', 'nosuch', '--yes'),
      run('create', 'nova', '--hots', 'nova.test'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
    for (const { said } of answers) expect(said).not.toMatch(stack);
    const [applied, suspended, misspelt] = answers.map(({ said }) => said);
    expect(applied).toContain("has no folder for 'nosuch'");
    expect(applied).not.toContain('✓');
    expect(suspended).toContain("There is no site 'nosuch'. There are: none yet.");
    expect(misspelt).toContain("Unknown option '--hots'");
  });

  it('makes a site, and shows the link of its owner while there is no mail server', async () => {
    const made = await run('create', 'nova', '--host', 'nova.test', '--owner', 'ada@nova.example');
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('nova is there, on nova.test.') });
    expect(made.said).toMatch(
      /No mail server is set \(SMTP_URL\), so give this link to ada@nova\.example yourself.*\n\n {2}https:\/\/nova\.test\/invitation\/\S+\n/,
    );
  });

  it('announces nothing that it will refuse', async () => {
    const answers = await Promise.all([
      run('hosts', 'nova', 'remove', 'nosuch.test', '--yes'),
      run('hosts', 'nova', 'canonical', 'nosuch.test'),
      run('hosts', 'nova', 'remove', 'nova.test'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1]);
    for (const { said } of answers) expect(said).not.toMatch(/will (?:no longer|live)|nothing was done/);
    expect(answers[0]?.said).toContain("nova does not answer on 'nosuch.test'. Its hosts: nova.test.");
    expect(answers[2]?.said).toContain('nova.test is the only host of nova. Add another first.');
    expect(await run('suspend', 'nova', '--yes')).toMatchObject({ code: 0 });
    const again = await run('suspend', 'nova', '--yes');
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('nova is suspended already.') });
    expect(again.said).not.toContain('will show');
    expect(await run('resume', 'nova')).toMatchObject({ code: 0 });
  });

  it('migrates only as it was told: what contradicts itself or names nobody is refused with a sentence', async () => {
    const answers = await Promise.all([
      run('migrate', '--parallel', 'many'),
      run('migrate', '--canary', 'nosuch'),
      run('migrate', '--dry-run', '--check-grants'),
      run('migrate', '--check-grants', '--canary', 'nova'),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    for (const { said } of answers) expect(said).not.toMatch(stack);
    const [parallel, canary, two, both] = answers.map(({ said }) => said);
    expect(parallel).toContain("from 1 to 32, not 'many'");
    expect(canary).toContain("There is no site 'nosuch'. There are: nova.");
    expect(two).toContain('--dry-run and --check-grants are two commands');
    expect(both).toContain('--canary does not go with --check-grants');
    expect(await run('migrate', '--canary', 'nova', '--parallel', '2')).toMatchObject({
      code: 0,
      said: expect.stringContaining('0 migrated, 1 current, 0 failed'),
    });
  });

  it('says in a dry run what is still to run, and changes neither shared tables nor a site', async () => {
    const database = await openDatabase({ url: test.url, poolSize: 2 });
    const forget = async (file: string) =>
      withOwner(test.url, (owner) => owner.query(`delete from shared.migrations where name = $1`, [file]));
    const ran = () =>
      withOwner(test.url, async (owner) => (await owner.query('select name from shared.migrations order by 1')).rows);
    try {
      expect(await run('migrate', '--dry-run')).toMatchObject({
        code: 0,
        said: expect.stringContaining('0 to migrate, 1 current. Nothing was changed.'),
      });
      const nova = (await database.listTenants())[0]!;
      await withOwner(test.url, (owner) =>
        owner.query(
          `delete from shared.tenant_migrations
           where tenant_id = '${nova.id}' and name = '${again}'`,
        ),
      );
      // The index that it makes is there already, so it can't run again.
      const tried = await run('migrate', 'nova', '--dry-run');
      expect(tried).toMatchObject({
        code: 1,
        said: expect.stringMatching(/✗ tried on nova: 0347_\w+: .*already exists/),
      });
      expect(tried.said).toContain('1 to migrate, 0 current');

      await forget('0032_enqueue_jobs');
      const before = await ran();
      const untried = await run('migrate', '--dry-run');
      expect(untried).toMatchObject({
        code: 1,
        said: expect.stringContaining('For all sites at once: 0032_enqueue_jobs'),
      });
      expect(untried.said).toContain('were not tried');
      expect(await ran()).toEqual(before);
    } finally {
      await withOwner(test.url, (owner) =>
        owner.query(`
          insert into shared.migrations (name, sha256) values ('0032_enqueue_jobs', '${sha256('shared', '0032_enqueue_jobs')}');
          insert into shared.tenant_migrations (tenant_id, name, sha256)
            select id, '${again}', '${sha256('tenant', again)}' from shared.tenants on conflict do nothing`),
      );
      await database.close();
    }
  });

  it('finds a right that a new site has not, says how it is mended, and mends it', async () => {
    expect(await run('migrate', '--check-grants')).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 as a new site is, 0 not'),
    });
    await withOwner(test.url, async (owner) => {
      const { rows } = await owner.query<{ id: string; database: string }>(
        'select id, current_database() as database from shared.tenants',
      );
      const { id, database } = rows[0]!;
      await owner.query(`grant delete on tenant_${id}.ledger_entries to "${database}_tenant_${id}"`);
    });
    const found = await run('migrate', 'nova', '--check-grants');
    expect(found.code).toBe(1);
    expect(found.said).toContain(
      '✗ nova, table ledger_entries: its role DELETE, its role INSERT, its role SELECT; on a new site: its role INSERT, its role SELECT',
    );
    const remedy = /npm run tenants -- (migrate nova --renew-grants)/.exec(found.said)?.[1];
    expect(await run(...remedy!.split(' '))).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 as a new site is, 0 not'),
    });
  });

  it('compares the books of a site with their seals, and ends with 1 where they differ', async () => {
    expect(await run('books', 'nova')).toMatchObject({ code: 0, said: expect.stringContaining('have no seal yet') });
    const database = await openDatabase({ url: test.url, poolSize: 2 });
    try {
      const nova = (await database.listTenants()).find(({ slug }) => slug === 'nova')!;
      // A seal that no server made.
      await database.tenants.write(nova, (db) =>
        sql`
          insert into ${table('ledger_seals')} (number, day, transaction_count, head)
          values (1, '2026-01-31', 0, sha256('forged'))`.run(db),
      );
    } finally {
      await database.close();
    }
    const { code, said } = await run('books', 'nova');
    expect(code).toBe(1);
    expect(said).toMatch(/2026-01-31 {2}seal 1 {2}seal-changed\n2026-01-31 {2}seal 1 {2}head-differs\n/);
    expect(said).toContain('2 findings: the books of nova are not as they were sealed.');
  });

  it('in production does what visitors would miss only with --yes, and says what it would be', async () => {
    const database = await openDatabase({ url: test.url, poolSize: 2 });
    const nova = async () => (await database.listTenants()).find(({ slug }) => slug === 'nova');
    try {
      expect(await run('remove', 'nova')).toMatchObject({
        code: 1,
        said: expect.stringMatching(/nova will be suspended, and can be deleted in 30 days\.[^]*nothing was done/),
      });
      expect(await nova()).toMatchObject({ status: 'active', removeAfter: null });
      expect(await run('remove', 'nova', '--yes')).toMatchObject({ code: 0 });
      expect(await nova()).toMatchObject({ status: 'suspended', removeAfter: expect.any(Date) });
    } finally {
      await database.close();
    }
  });
});
