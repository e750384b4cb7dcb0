import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLog } from '../../src/process/open-context.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let lines: string[] = [];
beforeAll(async () => {
  world = await createWorld({
    env: { THROTTLE: 'on' },
    log: openLog(
      { logLevel: 'info' },
      {
        write: (line: string) => {
          lines.push(line);
        },
      },
    ),
  });
}, 60_000);
afterAll(() => world.close());

const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const during = async (work: () => Promise<unknown>): Promise<Record<string, unknown>[]> => {
  lines = [];
  await work();
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  return written();
};

describe('one line a request', () => {
  it('has its site, route, status, time and id, in UTC', async () => {
    const { fan } = world.people.luna;
    let id = '';
    const [line, ...others] = await during(async () => {
      id = String((await world.call('GET /api/users/me', { as: fan })).headers['x-request-id']);
    });
    expect(line).toMatchObject({
      level: 30,
      msg: 'request',
      requestId: id,
      tenant: world.tenants.luna.id,
      user: fan.id,
      method: 'GET',
      route: '/api/users/me',
      status: 200,
      ms: expect.any(Number),
      time: expect.any(Number),
    });
    expect(others).toEqual([]);
  });

  it('is written of what is refused and of what is not there, too', async () => {
    const statusOf = async (work: () => Promise<unknown>) =>
      (await during(work)).map(({ route, status, user }) => [route, status, user]);
    expect(await statusOf(() => world.call('GET /api/users/me'))).toEqual([['/api/users/me', 401, undefined]]);
    expect(await statusOf(() => world.call('GET /api/admin/home', { as: world.people.luna.fan }))).toEqual([
      ['/api/admin/home', 403, world.people.luna.fan.id],
    ]);
    expect(await statusOf(() => world.app.inject({ url: '/api/nowhere', headers: { host: 'luna.test' } }))).toEqual([
      ['/*', 404, undefined],
    ]);
    expect(await statusOf(() => world.app.inject({ url: '/', headers: { host: 'unknown.test' } }))).toEqual([
      ['/*', 404, undefined],
    ]);
  });

  it('never holds a secret of address, query, header, cookie or body', async () => {
    const secrets = [
      'ticket-Zm9v',
      'query-QmFy',
      'password-River-77',
      'cookie-c2Vzc2lvbg',
      'bearer-dG9rZW4',
      'key-aWRlbXBvdGVuY3k',
      'person@secret.test',
      '4242424242424242',
    ];
    const all = await during(async () => {
      await world.app.inject({
        url: '/media/01900000-0000-7000-8000-000000000001/jpeg960/ticket-Zm9v?token=query-QmFy',
        headers: { host: 'luna.test', cookie: 'session=cookie-c2Vzc2lvbg' },
      });
      await world.app.inject({
        method: 'POST',
        url: '/api/users/check_token/ticket-Zm9v',
        headers: { host: 'luna.test' },
        payload: {},
      });
      await world.call('POST /api/users/login', {
        body: { email: 'person@secret.test', password: 'password-River-77', cardNumber: '4242424242424242' },
        headers: { authorization: 'Bearer bearer-dG9rZW4' },
        key: 'key-aWRlbXBvdGVuY3k',
      });
      await world.call('POST /api/users/login', {
        body: { email: 'person@secret.test', password: 'password-River-77' },
      });
      await world.call('GET /api/users/me', { as: world.people.luna.fan });
    });
    expect(all.length).toBeGreaterThanOrEqual(5);
    const text = lines.join('\n');
    for (const secret of [...secrets, await world.tokenOf(world.people.luna.fan)]) expect(text).not.toContain(secret);
  });

  it('a text that a client chose can neither end a line nor begin one', async () => {
    await during(() =>
      world.app.inject({
        method: 'POST',
        url: '/api/users/login',
        headers: { host: 'luna.test', 'x-device-id': 'a"}\\n{"level":60', 'user-agent': '\u001b[31m"},{"level":60' },
        payload: '{"email":"a\\n{\\"level\\":60}"}',
      }),
    );
    expect(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true);
    expect(written().map(({ level }) => level)).not.toContain(60);
  });

  it('a limit that bites is logged, with its address', async () => {
    const guess = () =>
      world.app.inject({
        method: 'POST',
        url: '/api/users/forgot_password',
        headers: { host: 'luna.test' },
        remoteAddress: '203.0.113.9',
        payload: { email: world.people.luna.fan.email },
      });
    const all = await during(async () => {
      for (let tries = 0; tries < 40; tries += 1) {
        const { statusCode } = await guess();
        if (statusCode === 429 || statusCode === 430) break;
      }
    });
    expect(all).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'a limit was reached',
        address: '203.0.113.9',
        route: '/api/users/forgot_password',
        tenant: world.tenants.luna.id,
        requestId: expect.any(String),
      }),
    );
  });

  it('what went wrong is written with its request, and the client is told no more than its number', async () => {
    vi.spyOn(world.ctx.settings, 'of').mockRejectedValueOnce(new Error('relation "tenant_x.settings" does not exist'));
    let answer: Awaited<ReturnType<World['call']>> | undefined;
    const all = await during(async () => {
      answer = await world.call('GET /api/app_settings/get');
    });
    expect(answer).toMatchObject({
      status: 500,
      body: { success: false, code: 'internal-error', requestId: expect.any(String) },
    });
    expect(answer!.text).not.toMatch(/relation|settings\.ts|stack/);
    // What one line said is not said again by the next.
    expect(all.find(({ msg }) => msg === 'request')).not.toHaveProperty('err');
    expect(all).toContainEqual(
      expect.objectContaining({
        level: 50,
        requestId: answer!.body.requestId,
        route: '/api/app_settings/get',
        err: expect.objectContaining({ message: expect.stringContaining('relation') }),
      }),
    );
  });

  it('what a job says carries its site, its name and its number', async () => {
    const all = await during(async () => {
      const { tasksOf } = await import('../../src/jobs/runner.ts');
      const tasks = tasksOf(
        world.ctx,
        world.server.registry,
        [
          {
            name: 'talks',
            schedule: '0 0 1 1 *',
            run: async ({ log }) => {
              log.info('said');
            },
          },
        ],
        [],
      );
      await tasks['talks']!({ tenantId: world.tenants.mars.id } as never, { job: { id: '7', attempts: 1 } } as never);
    });
    expect(all).toEqual([
      expect.objectContaining({ msg: 'said', tenant: world.tenants.mars.id, job: 'talks', jobId: '7' }),
    ]);
  });
});
