import { DatabaseError } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { drainJobs } from '@backlot/database/testing/drain-jobs';
import type { Storage } from '@backlot/media/storage/storage';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listFailedJobs } from '../../src/features/platform/failed-jobs.ts';
import { probeMedia } from '../../src/process/readiness.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let production: World;
beforeAll(async () => {
  process.env['SECRET_KEY'] = randomBytes(32).toString('hex');
  [world, production] = await Promise.all([
    createWorld(),
    createWorld({
      env: { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1', PLATFORM_HOST: 'platform.test' },
      renderPage: async ({ site }) => ({ status: 200, html: JSON.stringify({ sendsMail: site.sendsMail }) }),
    }),
  ]);
});
afterAll(async () => {
  delete process.env['SECRET_KEY'];
  await Promise.all([world.close(), production.close()]);
});

const ask = (url: string, host: string, remoteAddress = '203.0.113.7') =>
  world.app.inject({ method: 'GET', url, headers: { host }, remoteAddress });
/** A job of one try, which fails. */
async function failOneJob({ database, tenants, databaseUrl }: World): Promise<string> {
  await database.tenants.write(tenants.luna, (db) => enqueueJob(db, 'nosuch-job', {}, { maxAttempts: 1 }));
  await drainJobs({
    url: databaseUrl,
    queueUrl: database.queueConnectionString,
    taskList: {
      'nosuch-job': () => {
        throw new Error('<b>no such job</b>');
      },
    },
  });
  const [failed] = await database.shared.read((db) => listFailedJobs(db));
  return failed!.id;
}

describe("the platform's address outside production", () => {
  it('GEN-04 answers / with the sites, their version, state and address, and the health of the parts', async () => {
    expect((await ask('/healthz', 'localhost:8000', '127.0.0.1')).statusCode).toBe(200);
    expect(
      (await world.app.inject({ url: '/api/app_settings/get', headers: { host: 'api.luna.test:8000' } })).statusCode,
    ).toBe(200);
    for (const host of ['platform.localhost:8000', 'localhost:8000']) {
      const page = await ask('/', host, '127.0.0.1');
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      for (const site of ['luna', 'mars'])
        expect(page.body).toContain(
          `<a href="http://${site}.test:8000/">http://${site}.test:8000</a></td><td>active</td><td>${world.tenants.luna.schemaVersion}</td><td>current</td>`,
        );
      for (const part of ['Database', 'Migrations', 'Media'])
        expect(page.body).toContain(`<td>${part}</td><td data-state="true">in order</td>`);
      expect(page.body).toContain('<td>Jobs</td><td data-state="elsewhere">left to other processes</td>');
      expect(page.body).toContain('No mail server is set (SMTP_URL): mail reaches nobody.');
      expect(page.body).not.toContain('<script');
    }
  });

  it('lists failed jobs as text, and a button tries one again', async () => {
    const id = await failOneJob(world);
    const page = (await ask('/', 'platform.localhost')).body;
    expect(page).toContain('&#60;b&#62;no such job&#60;/b&#62;');
    expect(page).toContain(`action="/jobs/failed/${id}/retry"`);
    const retry = (headers: Record<string, string>) =>
      world.app.inject({
        method: 'POST',
        url: `/jobs/failed/${id}/retry`,
        payload: '',
        headers: {
          host: 'platform.localhost',
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'text/html',
          ...headers,
        },
      });
    // A form on somebody else's page.
    expect((await retry({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await retry({ 'sec-fetch-site': 'same-site' })).statusCode).toBe(403);
    const done = await retry({ 'sec-fetch-site': 'same-origin' });
    expect([done.statusCode, done.headers['location']]).toEqual([303, '/']);
    expect((await ask('/jobs/failed', 'platform.localhost')).json()).toEqual({ jobs: [] });
    // Given back, it has been due since.
    expect((await ask('/status.json', 'platform.localhost')).json()).toMatchObject({
      queue: { due: 1 },
      failedJobs: [],
    });
  });

  it('says of no job that it did not fail while the database does not answer', async () => {
    const away = vi
      .spyOn(world.database.shared, 'read')
      .mockRejectedValue(new DatabaseError('unreachable', 'Postgres is away'));
    const page = await ask('/', 'platform.localhost').finally(() => away.mockRestore());
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<td>Database</td><td data-state="false">out of order</td>');
    expect(page.body).toContain('<h2>Failed jobs</h2>\n<p>Not known while the database does not answer.</p>');
  });

  it("a site's hosts know nothing of it", async () => {
    for (const path of ['/status.json', '/jobs/failed', '/mailbox']) {
      for (const host of ['luna.test', 'api.luna.test', 'nobody.test'])
        expect((await ask(path, host, '127.0.0.1')).statusCode, `${host}${path}`).toBe(404);
    }
  });
});

describe("the sandbox's address", () => {
  it('answers / with what it is and the cards it knows, and everything else as before', async () => {
    const page = await fetch(`${world.twin.url}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await page.text();
    expect(text).toContain('It takes no money, knows no real card and does not run in production.');
    expect(text).toContain('<code>4242 4242 4242 4242</code></td><td>approved</td>');
    expect((await fetch(`${world.twin.url}/v1/charges`, { method: 'POST' })).status).toBe(401);
  });
});

describe('in production', () => {
  const onServer = (url: string, headers: Record<string, string>) =>
    production.app.inject({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' });
  const onOwn = (
    url: string,
    headers: Record<string, string> = { host: '127.0.0.1:8001' },
    remoteAddress = '127.0.0.1',
  ) => production.server.operations!.inject({ method: 'GET', url, headers, remoteAddress });

  it("the server's own port tells nobody of sites, jobs and mail, also when the proxy on the machine makes everybody local", async () => {
    for (const path of ['/status.json', '/jobs/failed', '/mailbox']) {
      for (const host of ['platform.test', 'localhost', '127.0.0.1'])
        expect((await onServer(path, { host })).statusCode, `${host}${path}`).toBe(404);
    }
    const home = await onServer('/', { host: 'platform.test' });
    expect(home.statusCode).toBe(200);
    expect(home.body).toContain('This address is for the machines that watch this deployment');
    expect(home.body).not.toMatch(/luna|mars/);
    expect((await onServer('/', { host: 'localhost' })).body).not.toMatch(/luna|mars/);
  });

  it('a listener of its own shows them to this machine, and to nobody who came through a proxy or under another name', async () => {
    const page = await onOwn('/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('https://luna.test');
    expect((await onOwn('/mailbox')).statusCode).toBe(200);
    expect((await onOwn('/status.json')).json()).toMatchObject({
      mail: 'kept',
      sites: [{ slug: 'luna' }, { slug: 'mars' }],
    });
    expect((await onOwn('/readyz')).json()).toMatchObject({ status: 'ready' });
    expect((await onOwn('/', { host: 'attacker.test' })).statusCode).toBe(404);
    expect((await onOwn('/', { host: '127.0.0.1:8001', 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
    expect((await onOwn('/', { host: '127.0.0.1:8001' }, '203.0.113.7')).statusCode).toBe(404);
  });

  it('without a mail server whoever asks for a new password is told that no mail can come, in their language', async () => {
    const forgot = (language: string) =>
      production.app.inject({
        method: 'POST',
        url: '/api/users/forgot_password',
        payload: { email: production.people.luna.fan.email },
        headers: { host: 'luna.test', 'accept-language': language },
        remoteAddress: '203.0.113.7',
      });
    const [english, german] = [await forgot('en'), await forgot('de')];
    expect([english.statusCode, english.json().code, english.json().message]).toEqual([
      503,
      'mail-unavailable',
      "This site can't send email right now, so no link would reach you. Please write to us through the contact page.",
    ]);
    expect(german.json().message).toContain('kann gerade keine E-Mails senden');
    // Elsewhere the mailbox can be read in the browser, and is mail enough.
    expect(
      (
        await world.call('POST /api/users/forgot_password', {
          on: 'luna',
          body: { email: world.people.luna.fan.email },
        })
      ).status,
    ).toBe(200);
  });

  it('without a mail server the pages of sites know that no mail can come', async () => {
    expect((await onServer('/home', { host: 'luna.test' })).body).toContain('{"sendsMail":false}');
  });

  it('a failed job can be tried again there', async () => {
    const id = await failOneJob(production);
    const retry = () =>
      production.server.operations!.inject({
        method: 'POST',
        url: `/jobs/failed/${id}/retry`,
        headers: { host: 'localhost:8001' },
        remoteAddress: '127.0.0.1',
      });
    expect((await retry()).json()).toEqual({ retried: true });
    expect((await onOwn('/jobs/failed')).json()).toEqual({ jobs: [] });
  });
});

describe('readiness', () => {
  it('is not there while the store of media takes nothing, and says why to whoever runs it', async () => {
    const full = {
      put: async () => {
        throw new Error('ENOSPC: no space left on device');
      },
    } as unknown as Storage;
    expect(await probeMedia(full)).toBe("The store of media can't be written: ENOSPC: no space left on device");
    const forgetful = {
      put: async () => ({ size: 5 }),
      stat: async () => null,
      remove: async () => undefined,
    } as unknown as Storage;
    expect(await probeMedia(forgetful)).toBe("The store of media can't be written: what was written is not there");
    expect(await probeMedia(world.ctx.storage)).toBeNull();
  });

  it('is not there without the programs that make films', async () => {
    const { FFMPEG_PATH: before } = process.env;
    process.env['FFMPEG_PATH'] = '/nosuch/ffmpeg';
    try {
      expect(await probeMedia(world.ctx.storage)).toBe('ffmpeg is configured as /nosuch/ffmpeg, which does not answer');
    } finally {
      if (before === undefined) delete process.env['FFMPEG_PATH'];
      else process.env['FFMPEG_PATH'] = before;
    }
  });

  it('of a process that leaves jobs to others says so, and keeps its traffic', async () => {
    const { statusCode, body } = await ask('/readyz', 'platform.localhost');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { status: 'ready', parts: { database: true, migrations: true, jobs: 'elsewhere', media: true, bus: true } },
    ]);
  });

  it('is 503 within seconds when the database takes questions and answers none', async () => {
    const hangs = vi.spyOn(world.database.shared, 'read').mockReturnValue(new Promise(() => undefined));
    const { statusCode, body } = await ask('/readyz', 'platform.localhost').finally(() => hangs.mockRestore());
    expect([statusCode, JSON.parse(body)]).toMatchObject([503, { parts: { database: false, media: true } }]);
  }, 30_000);

  it('is told, and so is that the process lives, while nobody can say which hosts there are', async () => {
    const hangs = vi.spyOn(world.server.registry, 'settled').mockReturnValue(new Promise(() => undefined));
    const asked = ['/healthz', '/readyz'].map(async (path) => (await ask(path, 'platform.localhost')).statusCode);
    expect(await Promise.all(asked).finally(() => hangs.mockRestore())).toEqual([200, 200]);
  });

  it('is 503 when a part is out of order, and names it', async () => {
    await world.database.shared.write((db) =>
      db('tenants').where({ slug: 'mars' }).update({ migration_status: 'pending' }),
    );
    const { statusCode, body } = await ask('/readyz', 'platform.localhost');
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      503,
      { status: 'not ready', parts: { migrations: false, database: true } },
    ]);
    await world.database.shared.write((db) =>
      db('tenants').where({ slug: 'mars' }).update({ migration_status: 'current' }),
    );
  });
});
