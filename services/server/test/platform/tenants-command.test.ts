import { openDatabase } from '@backlot/database';
import { createTestDatabase, type TestDatabase } from '@backlot/database/testing/create-test-database';
import { sql, table } from '@backlot/database/sql';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
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
