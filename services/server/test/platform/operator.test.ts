import { openDatabase, type Database } from '@backlot/database';
import { createTestDatabase, type TestDatabase } from '@backlot/database/testing/create-test-database';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyTenants } from '../../src/apply/apply-tenants.ts';
import { configFrom } from '../../src/config.ts';
import { openSecrets, requireKey } from '../../src/secrets.ts';

let test: TestDatabase;
let database: Database;
let folder = '';
beforeAll(async () => {
  test = await createTestDatabase();
  database = await openDatabase({ url: test.url, poolSize: 4 });
  folder = await mkdtemp(join(tmpdir(), 'operator-'));
});
afterAll(async () => {
  await database.close();
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('a wrong environment is told in one sentence', () => {
  it.each([
    [{ PORT: 'http' }, "PORT must be a port number from 1 to 65534, not 'http'."],
    [{ PORT: '65535' }, "PORT must be a port number from 1 to 65534, not '65535'."],
    [
      { MAIL_FROM: 'no-reply' },
      "MAIL_FROM must be one email address, such as no-reply@mail.example.com, not 'no-reply'.",
    ],
    [{ MAIL_FROM: 'Clay <no-reply@clay.example>' }, 'MAIL_FROM must be one email address'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address such as smtps://user:password@mail.example.com.'],
    [{ LOG_LEVEL: 'verbose' }, "LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, not 'verbose'."],
    [{ RUN_JOBS: 'false' }, "RUN_JOBS must be on or off, not 'false'."],
    [
      { PLATFORM_HOST: 'https://platform.example.com' },
      "PLATFORM_HOST must be a host such as platform.example.com, without scheme, port and path, not 'https://platform.example.com'.",
    ],
    [{ PLATFORM_HOST: 'platform.example.com:8000' }, 'PLATFORM_HOST must be a host'],
    [
      { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1', PORT: '9000', OPERATIONS_PORT: '9000' },
      'OPERATIONS_PORT and PORT are both 9000; choose two.',
    ],
  ])('%j', (env, sentence) => expect(() => configFrom(env)).toThrow(sentence));

  it('an empty variable is as none, the way a compose file passes it on', () => {
    expect(
      configFrom({
        MAIL_FROM: '',
        SMTP_URL: '',
        BIND_ADDRESS: '',
        OPERATIONS_PORT: '',
        PLATFORM_HOST: '',
        LOG_LEVEL: '',
        RUN_JOBS: '',
        DATA_DIR: '',
        PUBLIC_SCHEME: '',
        PUBLIC_PORT: '',
        RECAPTCHA_URL: '',
        CARD_FIELD_ORIGINS: '',
      }),
    ).toEqual(configFrom({}));
  });

  it("the page for whoever runs it listens beside the server in production, and is the platform host's elsewhere", () => {
    const production = { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1', PORT: '9000' };
    expect(configFrom(production).operationsPort).toBe(9001);
    expect(configFrom({ ...production, OPERATIONS_PORT: '9300' }).operationsPort).toBe(9300);
    expect(configFrom({}).operationsPort).toBeNull();
  });
});

describe('declared sites', () => {
  const declare = async (root: string, name: string, text: string): Promise<void> => {
    await mkdir(join(root, name), { recursive: true });
    await writeFile(join(root, name, 'tenant.json'), text);
  };
  const site = (slug: string, more: object = {}): string => JSON.stringify({ slug, hosts: [`${slug}.test`], ...more });
  const configOf = async (name: string, env: Record<string, string> = {}) => {
    const root = join(folder, name);
    await mkdir(root, { recursive: true });
    return { root, config: configFrom({ DATA_DIR: join(folder, 'data'), TENANTS_DIR: root, ...env }) };
  };
  const slugs = async () => (await database.listTenants()).map(({ slug }) => slug);

  it('one that is broken is left as it was with a sentence, and keeps nobody else back', async () => {
    const { root, config } = await configOf('some-broken');
    await declare(root, 'fine', site('fine'));
    await declare(root, 'broken', '{ "slug": ');
    await declare(root, 'listless', site('listless', { hosts: 'listless.test' }));
    await declare(root, 'themed', site('themed', { kind: 'casino' }));
    await declare(root, 'taken', site('taken', { hosts: ['fine.test'] }));
    await declare(root, 'wrong', site('wrong', { settings: { nosuch: 1 } }));
    const { applied, failed } = await applyTenants({ database, config });
    expect(applied).toEqual(['fine']);
    expect(
      failed.map(({ name, error }) => [name, (error as Error).name, (error as Error).message.replaceAll(folder, '')]),
    ).toEqual([
      ['broken', 'OperatorError', expect.stringContaining('/some-broken/broken/tenant.json is not JSON')],
      ['listless', 'OperatorError', '/some-broken/listless/tenant.json: hosts must be a list of names.'],
      ['taken', 'OperatorError', 'Another site answers on fine.test already.'],
      ['themed', 'OperatorError', "There is no kind 'casino'. There are: general, adult."],
      ['wrong', 'OperatorError', 'tenants/wrong: the setting nosuch is refused (setting-unknown).'],
    ]);
  });

  it('a name without a folder is refused, from the command and from SITES', async () => {
    const { config } = await configOf('some-broken');
    await expect(applyTenants({ database, config, only: ['nosuch'] })).rejects.toThrow(
      "has no folder for 'nosuch'. It has: broken, fine, listless, taken, themed, wrong.",
    );
    const { config: named } = await configOf('some-broken', { SITES: 'fine,gone' });
    await expect(applyTenants({ database, config: named })).rejects.toThrow(
      "has no folder for 'gone', which SITES names.",
    );
    const nowhere = configFrom({ DATA_DIR: join(folder, 'data'), TENANTS_DIR: join(folder, 'nowhere') });
    await expect(applyTenants({ database, config: nowhere })).rejects.toThrow(
      `TENANTS_DIR: there is no folder ${join(folder, 'nowhere')}.`,
    );
  });

  it('production leaves the demonstration sites out, and applies others', async () => {
    const key = randomBytes(32).toString('hex');
    process.env['SECRET_KEY'] = key;
    const other = await createTestDatabase();
    const fresh = await openDatabase({ url: other.url, poolSize: 4 });
    try {
      const { root, config } = await configOf('production', { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1' });
      await declare(root, 'ours', site('ours', { demo: true }));
      await declare(root, 'theirs', site('theirs'));
      expect(await applyTenants({ database: fresh, config })).toEqual({ applied: ['theirs'], failed: [] });
      expect((await fresh.listTenants()).map(({ slug }) => slug)).toEqual(['theirs']);
      const asked = await applyTenants({ database: fresh, config, only: ['ours'] });
      expect(asked.failed.map(({ error }) => String(error))).toEqual([
        expect.stringContaining('tenants/ours is a demonstration'),
      ]);
    } finally {
      delete process.env['SECRET_KEY'];
      await fresh.close();
      await other.drop();
    }
  });

  it('the three sites of this checkout are demonstrations', async () => {
    const { readSite } = await import('../../src/apply/read-site.ts');
    for (const name of ['clay', 'patch', 'ridge'])
      expect((await readSite(join(import.meta.dirname, '../../../../tenants', name), name)).demo).toBe(true);
  });

  it('what was left out is not there', async () => expect(await slugs()).toEqual(['fine', 'wrong']));
});

describe('the key of a deployment', () => {
  const dataDir = () => join(folder, 'keys');
  const config = (more: Record<string, string> = {}) => configFrom({ DATA_DIR: dataDir(), ...more });
  const production = { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1' };

  it('is asked for in production before anything is opened, with the command that makes one', async () => {
    await expect(requireKey(config(production), {})).rejects.toThrow(
      'SECRET_KEY is not set. It seals what the database keeps secret: make one with `openssl rand -hex 32`',
    );
    await expect(requireKey(config(production), { SECRET_KEY: 'short' })).rejects.toThrow(
      'SECRET_KEY must be 32 bytes in hex or base64',
    );
    await expect(
      requireKey(config(production), { SECRET_KEY: randomBytes(32).toString('base64') }),
    ).resolves.toBeUndefined();
  });

  it('a lost one is missed, never replaced', async () => {
    const other = await createTestDatabase();
    const fresh = await openDatabase({ url: other.url, poolSize: 4 });
    try {
      const first = await openSecrets(config(), fresh, {});
      const secret = await first.get('some-key');
      const path = join(dataDir(), 'secret.key');
      expect(existsSync(path)).toBe(true);
      await rm(path);
      await expect(openSecrets(config(), fresh, {})).rejects.toThrow(
        `The key ${path} is gone, and this database holds secrets that were sealed with it.`,
      );
      expect(existsSync(path)).toBe(false);
      await expect(openSecrets(config(), fresh, { SECRET_KEY: randomBytes(32).toString('hex') })).rejects.toThrow(
        'SECRET_KEY is not the one that this database was sealed with.',
      );
      await writeFile(path, randomBytes(32).toString('hex'));
      await expect(openSecrets(config(), fresh, {})).rejects.toThrow(
        `The key in ${path} is not the one that this database was sealed with.`,
      );
      expect(secret).toHaveLength(32);
    } finally {
      await fresh.close();
      await other.drop();
    }
  });
});
