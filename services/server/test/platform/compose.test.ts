import { createTestDatabase } from '@backlot/database/testing/create-test-database';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { configFrom } from '../../src/config.ts';
import { freePort } from '../../src/testing/free-port.ts';

interface Compose {
  services: Record<
    string,
    {
      build?: { dockerfile_inline: string };
      environment: Record<string, string>;
      depends_on?: Record<string, unknown>;
      healthcheck: { test: string[] };
      volumes: string[];
      ports?: string[];
    }
  >;
}

const { services } = parse(
  readFileSync(join(import.meta.dirname, '../../../../docker-compose.yml'), 'utf8'),
) as Compose;

/** `${NAME:?why}` and `${NAME:-else}`, as compose fills them in. @throws what compose would say */
const filled = (text: string, env: Record<string, string>): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, rest: string) => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`${name}: ${rest}`);
    return rest;
  });
const environmentOf = (service: string, env: Record<string, string>) =>
  Object.fromEntries(Object.entries(services[service]!.environment).map(([name, value]) => [name, filled(value, env)]));
const answers = {
  POSTGRES_PASSWORD: 'abc123',
  SECRET_KEY: 'ab'.repeat(32),
  PLATFORM_HOST: 'platform.example.com',
  TRUSTED_PROXIES: 'uniquelocal',
};

describe('the compose file', { timeout: 120_000 }, () => {
  it('asks for each thing that production cannot do without, and gives the server an environment that it takes', () => {
    for (const name of Object.keys(answers))
      expect(() => environmentOf('app', { ...answers, [name]: '' }), name).toThrow(`${name}: `);
    const image = Object.fromEntries(
      [...services['app']!.build!.dockerfile_inline.matchAll(/(NODE_ENV|DATA_DIR)=(\S+)/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const config = configFrom({ ...image, ...environmentOf('app', answers) });
    expect(config).toMatchObject({
      production: true,
      port: 8000,
      operationsPort: 8001,
      dataDir: '/data',
      platformHost: 'platform.example.com',
      sandbox: null,
      smtpUrl: null,
      mailFrom: null,
      redisUrl: 'redis://redis:6379',
      geoipFile: null,
      declaredSites: null,
      logLevel: 'info',
    });
    expect(
      configFrom({
        ...image,
        ...environmentOf('app', { ...answers, GEOIP_FILE: '/data/places.mmdb', SITES: 'clay', LOG_LEVEL: 'warn' }),
      }),
    ).toMatchObject({ geoipFile: '/data/places.mmdb', declaredSites: ['clay'], logLevel: 'warn' });
  });

  it('passes on every variable that the README names, but for those that the image decides', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../../README.md'), 'utf8');
    const table = /\n## Environment\n([^]*?)\n## /.exec(readme)?.[1] ?? '';
    const named = table
      .split('\n')
      .flatMap((row) => row.split('|')[1]?.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g) ?? []);
    expect(named.length).toBeGreaterThan(20);
    const decided = ['BIND_ADDRESS', 'DATA_DIR', 'NODE_ENV', 'TENANTS_DIR'];
    const passed = Object.keys(services['app']!.environment);
    expect(named.filter((name) => !passed.includes(name) && !decided.includes(name))).toEqual([]);
  });

  it('starts nothing that nobody uses, and waits for what it starts', () => {
    expect(Object.keys(services)).toEqual(['app', 'postgres', 'redis']);
    expect(Object.keys(services['app']!.depends_on ?? {})).toEqual(['postgres', 'redis']);
    expect(services['redis']!.healthcheck.test).toEqual(['CMD', 'redis-cli', 'ping']);
    expect(new URL(environmentOf('app', answers)['REDIS_URL']!).hostname).toBe('redis');
    const database = new URL(environmentOf('app', answers)['DATABASE_URL']!);
    const postgres = environmentOf('postgres', answers);
    expect([database.hostname, database.username, database.password, database.pathname]).toEqual([
      'postgres',
      postgres['POSTGRES_USER'],
      postgres['POSTGRES_PASSWORD'],
      `/${postgres['POSTGRES_DB']}`,
    ]);
  });

  it('starts with that environment, passes its own health check, serves a site that the command made, and stops in time', async () => {
    const test = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'compose-'));
    const [port, operationsPort] = [await freePort(), await freePort()];
    // No engine: the database's name, the folder and the ports are this machine's; all else is the file's.
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      ...environmentOf('app', answers),
      DATABASE_URL: test.url,
      DATA_DIR: dataDir,
      PORT: String(port),
      OPERATIONS_PORT: String(operationsPort),
    };
    const root = join(import.meta.dirname, '../../../..');
    const app = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [app.stdout, app.stderr])
      stream.on('data', (text: Buffer) => {
        said += text.toString();
      });
    const ended = once(app, 'exit');
    try {
      await expect
        .poll(() => (app.exitCode === null ? said : `${said} ended`), { timeout: 100_000 })
        .toMatch(/No site yet\.| ended/);
      expect(said).toContain('No mail is sent: SMTP_URL is not set.');
      const [, program = '', ...args] = services['app']!.healthcheck.test.map((part) =>
        part.replace(':8000/', `:${port}/`),
      );
      expect(program).toBe('node');
      await promisify(execFile)(process.execPath, args, { env });
      const made = await promisify(execFile)(
        process.execPath,
        [
          join(root, 'scripts/tenants.ts'),
          'create',
          'clay',
          '--host',
          'clay.example.com',
          '--owner',
          'maren@clay.example',
        ],
        { env },
      );
      expect(made.stdout).toMatch(/https:\/\/clay\.example\.com\/invitation\//);
      await expect
        .poll(() => statusAt(port, 'clay.example.com', '/api/app_settings/get'), { timeout: 20_000 })
        .toBe(200);
      expect(await statusAt(operationsPort, '127.0.0.1', '/')).toBe(200);
    } finally {
      app.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      rmSync(dataDir, { recursive: true, force: true });
      await test.drop();
    }
  });
});

const statusAt = (port: number, host: string, path: string): Promise<number> =>
  new Promise((done, failed) => {
    get({ port, path, headers: { host, 'x-forwarded-proto': 'https' } }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    }).on('error', failed);
  });
