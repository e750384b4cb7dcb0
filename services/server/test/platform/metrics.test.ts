import { DatabaseError } from '@backlot/database';
import { enqueueJob } from '@backlot/database/shared-functions';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let production: World;
beforeAll(async () => {
  process.env['SECRET_KEY'] = randomBytes(32).toString('hex');
  [world, production] = await Promise.all([
    createWorld({ renderPage: async () => ({ status: 200, html: '<p>page</p>' }) }),
    createWorld({ env: { NODE_ENV: 'production', TRUSTED_PROXIES: '127.0.0.1', PLATFORM_HOST: 'platform.test' } }),
  ]);
});
afterAll(async () => {
  delete process.env['SECRET_KEY'];
  await Promise.all([world.close(), production.close()]);
});

const scrape = (host = 'platform.localhost') =>
  world.app.inject({ url: '/metrics', headers: { host }, remoteAddress: '127.0.0.1' });
const visit = (host: string, url = '/') => world.app.inject({ url, headers: { host }, remoteAddress: '203.0.113.7' });

/** One line of figures, by the rules of Prometheus' text format 0.0.4. */
const sample =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)+)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN|\+Inf)$/;

/** Reads it as strictly as Prometheus does. @throws for a line that is none, a series twice, or figures without their head */
function parse(text: string): Map<string, number> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end.');
  const series = new Map<string, number>();
  const types = new Map<string, string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help] = /^# HELP ([a-zA-Z_:][\w:]*) (?:[^\\]|\\[\\n])+$/.exec(line) ?? [];
    const [, typed, type = ''] = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge)$/.exec(line) ?? [];
    if (help !== undefined) current = help;
    else if (typed !== undefined) {
      if (typed !== current || types.has(typed)) throw new Error(`A type out of its place: ${line}`);
      if ((type === 'counter') !== typed.endsWith('_total')) throw new Error(`A counter ends in _total: ${line}`);
      types.set(typed, type);
    } else {
      const [, name, labels = '', value] = sample.exec(line) ?? [];
      if (name === undefined || name !== current || !types.has(name))
        throw new Error(`No figure, or of nothing: ${line}`);
      const key = `${name}{${labels}}`;
      if (series.has(key)) throw new Error(`Twice: ${key}`);
      series.set(key, Number(value!.replace('Inf', 'Infinity')));
    }
  }
  return series;
}
const figures = async (): Promise<Map<string, number>> => parse((await scrape()).body);
const cacheOf = (all: Map<string, number>, cache: string) => ({
  hits: all.get(`backlot_cache_hits_total{cache="${cache}"}`)!,
  misses: all.get(`backlot_cache_misses_total{cache="${cache}"}`)!,
});

it('is what Prometheus reads', async () => {
  const answer = await scrape();
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  expect(parse(answer.body).size).toBeGreaterThan(100);
  for (const bad of ['a 1\n', '# HELP a A.\n# TYPE a gauge\na 1', '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n'])
    expect(() => parse(bad)).toThrow(/^(?:The last line|No figure)/);
});

it('counts a hit and a miss of a memory', async () => {
  const before = cacheOf(await figures(), 'sessions');
  const fan = await world.person('luna', 'counted');
  const me = () => world.call('GET /api/users/me', { as: fan });
  expect((await me()).status).toBe(200);
  const once = cacheOf(await figures(), 'sessions');
  expect([once.misses - before.misses, once.hits - before.hits]).toEqual([1, 0]);
  // Believed while its line was proved within a second, which a busy machine may miss.
  const again = async () => {
    const first = cacheOf(await figures(), 'sessions');
    await me();
    const second = cacheOf(await figures(), 'sessions');
    return [second.misses - first.misses, second.hits - first.hits];
  };
  await expect.poll(again).toEqual([0, 1]);
});

it('counts what is asked for and how it went', async () => {
  const before = await figures();
  await visit('luna.test');
  await visit('luna.test', '/api/app_settings/get');
  await visit('luna.test', '/api/users/me');
  await visit('luna.test', '/media/a/b/c');
  await visit('luna.test', '/media/a/b/c');
  await visit('nobody.test', '/nosuch');
  const after = await figures();
  const gained = Object.fromEntries(
    [...after].flatMap(([key, value]) => {
      const more = value - (before.get(key) ?? 0);
      return key.startsWith('backlot_requests_total') && more !== 0 ? [[key.slice(22), more]] : [];
    }),
  );
  expect(gained).toEqual({
    '{kind="page",status="2xx"}': 1,
    '{kind="page",status="4xx"}': 1,
    '{kind="call",status="2xx"}': 1,
    '{kind="call",status="4xx"}': 1,
    '{kind="media",status="4xx"}': 2,
    '{kind="platform",status="2xx"}': 1,
  });
});

it('tells of the pool, the queue, the lines to others and the process', async () => {
  await world.database.tenants.write(world.tenants.luna, (db) => enqueueJob(db, 'nosuch-job', {}));
  await vi.waitFor(
    async () =>
      expect(Object.fromEntries(await figures())).toMatchObject({
        'backlot_database_up{}': 1,
        'backlot_database_connections_busy{}': 0,
        'backlot_database_waiting{}': 0,
        'backlot_jobs_due{}': expect.toSatisfy((due: number) => due >= 1),
        'backlot_jobs_failed{}': 0,
        'backlot_news_line_up{}': 1,
        'backlot_bus_up{}': 1,
        'backlot_sockets_open{}': 0,
        'process_resident_memory_bytes{}': expect.toSatisfy((bytes: number) => bytes > 2 ** 24),
        'process_cpu_seconds_total{}': expect.toSatisfy((seconds: number) => seconds > 0),
        'backlot_event_loop_delay_seconds{quantile="0.99"}': expect.toSatisfy((seconds: number) => seconds < 60),
      }),
    { timeout: 20_000 },
  );
});

it('answers while the database does not, without what only that knows', async () => {
  const away = vi
    .spyOn(world.database.shared, 'read')
    .mockRejectedValueOnce(new DatabaseError('unreachable', 'Postgres is away'))
    .mockReturnValueOnce(new Promise(() => undefined));
  try {
    for (const how of ['refuses', 'hangs']) {
      const all = await figures();
      expect([how, all.get('backlot_database_up{}'), all.has('backlot_jobs_due{}')]).toEqual([how, 0, false]);
    }
  } finally {
    away.mockRestore();
  }
});

const visited = ['/', '/home', '/api/app_settings/get', '/api/blogs', '/media/a/b/c', '/api/v2/subscription/quote'];

it('has as many series with many sites as with few, 200 at most', async () => {
  // A memory is opened when it is first needed.
  for (const url of visited) await visit('luna.test', url);
  const before = await figures();
  const hosts = Array.from({ length: 8 }, (_, place) => `more-${place}.test`);
  for (const host of hosts) await world.database.provision({ slug: host.replace('.test', ''), hosts: [host] });
  await world.server.registry.reload();
  for (const host of hosts) for (const url of visited) await visit(host, url);
  const after = await figures();
  expect(after.get('backlot_sites{}')).toBe(before.get('backlot_sites{}')! + hosts.length);
  expect([...after.keys()]).toEqual([...before.keys()]);
  expect(after.size).toBeLessThanOrEqual(200);
  expect((await scrape()).body).not.toMatch(/luna|mars|more-/);
});

describe('nobody but whoever runs the deployment', () => {
  it('finds it on the host of a site', async () => {
    for (const host of ['luna.test', 'api.luna.test', 'nobody.test'])
      expect((await scrape(host)).statusCode, host).toBe(404);
  });

  it('finds it on the port of a production, whichever host is asked for', async () => {
    for (const host of ['platform.test', 'localhost', '127.0.0.1', 'luna.test', 'api.luna.test']) {
      const { statusCode, body } = await production.app.inject({
        url: '/metrics',
        headers: { host },
        remoteAddress: '127.0.0.1',
      });
      // There it is an address like any other, and this server draws no pages.
      expect([host, statusCode]).toEqual([host, host === 'luna.test' ? 503 : 404]);
      expect(body).not.toContain('backlot_');
    }
  });

  it('reaches the listener that has it in production', async () => {
    const ask = (host: string, remoteAddress = '127.0.0.1', headers: Record<string, string> = {}) =>
      production.server.operations!.inject({ url: '/metrics', headers: { host, ...headers }, remoteAddress });
    const own = await ask('127.0.0.1:8001');
    expect(own.statusCode).toBe(200);
    expect(parse(own.body).get('backlot_database_up{}')).toBe(1);
    expect((await ask('127.0.0.1:8001', '203.0.113.7')).statusCode).toBe(404);
    expect((await ask('luna.test')).statusCode).toBe(404);
    expect((await ask('127.0.0.1:8001', '127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
  });
});
