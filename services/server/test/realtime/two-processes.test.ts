import type { Challenge } from '@backlot/contracts/human-check';
import { openDatabase, type Database } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import { startOutboxRelay, type OutboxRelay } from '@backlot/database/queue/outbox-relay';
import { startRedis, type TestRedis } from '@backlot/realtime/testing/start-redis';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { keepProgress } from '../../src/features/media/make/process-film.ts';
import { openServer, type OpenServer } from '../../src/process/open-server.ts';
import { saveSettings } from '../../src/sites/settings.ts';
import { solve } from '../../src/testing/human.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { openLine, type Line } from '../../src/testing/cut-line.ts';
import { framesNamed, openClient, type SocketClient } from '../../src/testing/socket-client.ts';

/** Seconds that a line stays cut; longer ones show the same. */
const CUT_S = Number(process.env['CUT_SECONDS'] ?? 3);
const within = { timeout: 1_500, interval: 20 };
const later = { timeout: 10_000, interval: 50 };

/** A second process of the world's deployment; what it hears of the database comes over a line that can be cut. */
async function openSecond(world: World): Promise<{ server: OpenServer; line: Line; close(): Promise<void> }> {
  const url = new URL(world.databaseUrl);
  const line = await openLine(Number(url.port));
  // The server may be asked by its socket otherwise.
  url.host = `127.0.0.1:${line.port}`;
  const direct = await openDatabase({ url: world.databaseUrl, poolSize: 4 });
  const hearing = await openDatabase({ url: url.href, poolSize: 1 });
  const database: Database = { ...direct, listen: hearing.listen, news: hearing.news };
  const server = await openServer(world.ctx.config, {
    database,
    clock: world.clock,
    log: world.ctx.log,
    renderPage: null,
    schedules: false,
  });
  return {
    server,
    line,
    async close() {
      line.mend();
      await server.close();
      await Promise.all([direct.close(), hearing.close()]);
      await line.close();
    },
  };
}

describe.each(['the database', 'Redis'] as const)('two processes over %s', { timeout: 90_000 }, (over) => {
  let redis: TestRedis | null = null;
  let world: World;
  let second: Awaited<ReturnType<typeof openSecond>>;
  let relay: OutboxRelay;
  beforeAll(async () => {
    redis = over === 'Redis' ? await startRedis() : null;
    world = await createWorld({ env: { THROTTLE: 'on', ...(redis ? { REDIS_URL: redis.url } : {}) } });
    second = await openSecond(world);
    relay = await startOutboxRelay(world.database);
    await Promise.all([world.app.ready(), second.server.app.ready()]);
    await vi.waitFor(() => {
      for (const { ctx } of [world.server, second.server])
        if (!ctx.bus.state().isConnected) throw new Error('The bus is not there.');
    }, later);
  });
  afterAll(async () => {
    await relay.stop();
    await second.close();
    await world.close();
    await redis?.stop();
  });

  const askSecond = async (path: string, { as, host = 'api.luna.test' }: { as?: TestPerson; host?: string } = {}) =>
    second.server.app.inject({
      url: path,
      remoteAddress: '203.0.113.7',
      headers: { host, ...(as ? { authorization: `Bearer ${await world.tokenOf(as)}` } : {}) },
    });
  const meOnSecond = async (as: TestPerson) => (await askSecond('/api/users/me', { as })).statusCode;
  const setColour = (theme_color: string) =>
    world.database.tenants.write(world.tenants.luna, (db) =>
      saveSettings(db, { theme_color }, null, world.clock.now()),
    );
  const colourOnSecond = async () => (await second.server.ctx.settings.of(world.tenants.luna)).theme_color;
  const setStatus = (person: TestPerson, status: 'active' | 'blocked') =>
    world.database.tenants.write(person.tenant, (db) => db('users').where({ id: person.id }).update({ status }));
  const addHost = (host: string) =>
    world.database.shared.write((db) => db('tenant_hosts').insert({ host, tenant_id: world.tenants.luna.id }));
  const enter = async (server: OpenServer, person: TestPerson): Promise<SocketClient> => {
    const client = await openClient(server.app, person.tenant.slug as 'luna');
    client.send({ event: 'AUTH', data: { token: await world.tokenOf(person), lastId: 0 } });
    await expect.poll(() => framesNamed(client, 'READY').length, later).toBe(1);
    return client;
  };
  const tell = (person: TestPerson, n: number) =>
    world.database.tenants.write(person.tenant, (db) =>
      appendEvent(db, { recipient: `user:${person.id}`, event: 'POST_READY', data: { n } }),
    );
  const comment = async (server: OpenServer, as: TestPerson) =>
    server.app.inject({
      method: 'POST',
      url: '/api/blog/save-blog-comment',
      payload: { blog_id: '0194e0ee-0000-7000-8000-000000000000', comment: 'x' },
      headers: { host: 'api.luna.test', authorization: `Bearer ${await world.tokenOf(as)}` },
    });
  const guess = async (server: OpenServer, email: string, more: object = {}) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      payload: { email, password: 'not-the-password', ...more },
      remoteAddress: '203.0.113.9',
      headers: { host: 'luna.test' },
    });
    return { status: answer.statusCode, challenge: answer.json<{ challenge?: Challenge }>().challenge };
  };

  it('drop settings, sessions, blocks and hosts everywhere within a second', async () => {
    const [leaver, blocked] = [await world.person('luna', 'leaver'), await world.person('luna', 'blocked')];
    expect([await meOnSecond(leaver), await meOnSecond(blocked)]).toEqual([200, 200]);
    await colourOnSecond();
    await setColour('#123456');
    await expect.poll(colourOnSecond, within).toBe('#123456');
    const before = await second.server.ctx.settings.versionOf(world.tenants.luna);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('settings').where({ key: 'theme_color' }).delete(),
    );
    await expect.poll(colourOnSecond, within).not.toBe('#123456');
    // A page that had the colour hears that it is gone.
    expect(await second.server.ctx.settings.versionOf(world.tenants.luna)).toBeGreaterThan(before);
    await world.call('POST /api/users/logout', { as: leaver });
    await setStatus(blocked, 'blocked');
    await expect.poll(() => meOnSecond(leaver), within).toBe(401);
    await expect.poll(() => meOnSecond(blocked), within).not.toBe(200);
    await addHost('more.luna.test');
    await expect
      .poll(async () => (await askSecond('/api/app_settings/get', { host: 'more.luna.test' })).statusCode, within)
      .toBe(200);
  });

  it("bring a person's events to their sockets on both, stored or not, and count them once among those online", async () => {
    const person = await world.person('luna', `both-${redis ? 'redis' : 'database'}`);
    const online = () => [world.server, second.server].map((server) => server.realtime.onlineOn(world.tenants.luna));
    await expect.poll(online, later).toEqual([0, 0]);
    const clients = [await enter(world.server, person), await enter(second.server, person)];
    await tell(person, 1);
    for (const client of clients) await expect.poll(() => framesNamed(client, 'POST_READY').length, later).toBe(1);
    const medium = { id: crypto.randomUUID(), created_by: person.id };
    const database = { ...world.database, tenants: { ...world.database.tenants, write: async () => true as never } };
    await keepProgress({ database, bus: world.ctx.bus }, person.tenant, medium, 40);
    for (const client of clients)
      await expect
        .poll(() => framesNamed(client, 'MEDIA_PROGRESS').map(({ data }) => data['progress']), later)
        .toEqual([40]);
    const other = await enter(second.server, world.people.luna.stranger);
    await expect.poll(online, later).toEqual([2, 2]);
    for (const client of [...clients, other]) client.close();
    await expect.poll(online, later).toEqual([0, 0]);
  });

  it('close the sockets of a blocked person, an ended session and a suspended site on both within a second', async () => {
    const people = await Promise.all(
      ['blocked', 'ended', 'open'].map((name) =>
        world.person('luna', `socket-${name}-${redis ? 'redis' : 'database'}`),
      ),
    );
    const [blocked, ended, open] = people as [TestPerson, TestPerson, TestPerson];
    const servers = [world.server, second.server];
    const enterBoth = (person: TestPerson) => Promise.all(servers.map((server) => enter(server, person)));
    const [ofBlocked, ofEnded, ofOpen, ofMars] = await Promise.all(
      [blocked, ended, open, world.people.mars.fan].map(enterBoth),
    );
    const codes: Array<[string, number]> = [];
    const watch = (name: string, clients: readonly SocketClient[] = []) => {
      for (const { closed } of clients) void closed.then((code) => codes.push([name, code]));
    };
    watch('blocked', ofBlocked);
    watch('ended', ofEnded);
    watch('open', ofOpen);
    watch('mars', ofMars);
    const twice = (name: string): Array<[string, number]> => [
      [name, 1008],
      [name, 1008],
    ];
    await setStatus(blocked, 'blocked');
    await expect.poll(() => codes, within).toEqual(twice('blocked'));
    await world.call('POST /api/users/logout', { as: ended });
    await expect.poll(() => codes.slice(2), within).toEqual(twice('ended'));
    const suspend = (status: 'active' | 'suspended') =>
      world.database.shared.write((db) => db('tenants').where({ id: world.tenants.luna.id }).update({ status }));
    await suspend('suspended');
    try {
      await expect.poll(() => codes.slice(4), within).toEqual(twice('open'));
      await expect
        .poll(() => servers.map(({ realtime }) => realtime.isOpen(world.tenants.luna)), within)
        .toEqual([false, false]);
    } finally {
      await suspend('active');
    }
    // Those of the other site never noticed.
    expect(codes).toHaveLength(6);
    await expect.poll(async () => (await askSecond('/api/app_settings/get')).statusCode, later).toBe(200);
    await expect.poll(async () => (await world.call('GET /api/users/me', { as: open })).status, later).toBe(200);
    for (const client of [...(await enterBoth(open)), ...(ofMars ?? [])]) client.close();
  });

  it('count the tries of one person together', async () => {
    const { fan } = world.people.luna;
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await comment(n % 2 === 0 ? world.server : second.server, fan)).statusCode);
    expect(statuses).toEqual(Array(12).fill(404));
    for (const server of [world.server, second.server]) {
      const refused = await comment(server, fan);
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(Object.keys(refused.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
    expect((await world.call('GET /api/users/me', { as: fan })).status).toBe(200);
  });

  it('count guesses at a password and uses of a check together', async () => {
    const email = 'guessed@fans.example';
    const answers: Array<{ status: number; challenge: Challenge | undefined }> = [];
    for (let n = 0; n < 8; n += 1) answers.push(await guess(n % 2 === 0 ? world.server : second.server, email));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 430, 430, 430]);
    const challenge = answers[5]!.challenge!;
    const human_check = solve(challenge);
    expect((await guess(world.server, email, { human_check })).status).toBe(401);
    expect((await guess(second.server, email, { human_check })).status).toBe(430);
  });

  it(`believe memory for a second while the line for news is cut for ${CUT_S} s, then ask; open sockets catch up`, async () => {
    const [leaver, watcher] = [await world.person('luna', 'cut-leaver'), await world.person('luna', 'cut-watcher')];
    const gone = await world.person('luna', 'cut-gone');
    const [client, ending] = [await enter(second.server, watcher), await enter(second.server, gone)];
    expect(await meOnSecond(leaver)).toBe(200);
    await setColour('#000001');
    await expect.poll(colourOnSecond, within).toBe('#000001');
    second.line.cut();
    const cutAt = performance.now();
    await setColour('#000002');
    await world.call('POST /api/users/logout', { as: leaver });
    await world.call('POST /api/users/logout', { as: gone });
    await addHost(`cut-${redis ? 'redis' : 'database'}.luna.test`);
    await tell(watcher, 7);
    await expect.poll(colourOnSecond, { ...within, timeout: 20_000 }).toBe('#000002');
    await expect.poll(() => meOnSecond(leaver), { ...within, timeout: 20_000 }).toBe(401);
    const host = `cut-${redis ? 'redis' : 'database'}.luna.test`;
    expect((await askSecond('/api/app_settings/get', { host })).statusCode).toBe(200);
    expect(second.server.ctx.database.news.unbroken()).toBeNull();
    expect(framesNamed(client, 'POST_READY')).toEqual([]);
    await sleep(Math.max(0, CUT_S * 1_000 - (performance.now() - cutAt)));
    await setColour('#000003');
    await sleep(1_100);
    expect(await colourOnSecond()).toBe('#000003');
    second.line.mend();
    await expect.poll(() => framesNamed(client, 'POST_READY').map(({ data }) => data['n']), later).toEqual([7]);
    await expect.poll(() => framesNamed(client, 'SETTINGS_CHANGED').length, later).toBeGreaterThan(0);
    expect(await ending.closed).toBe(1008);
    await setColour('#000004');
    await expect.poll(colourOnSecond, within).toBe('#000004');
    // Cut again; this time the new settings are in the memory of the process before it hears anything.
    await expect.poll(() => framesNamed(client, 'SETTINGS_CHANGED').length, later).toBeGreaterThan(1);
    const heard = framesNamed(client, 'SETTINGS_CHANGED').length;
    second.line.cut();
    await setColour('#000005');
    await expect.poll(colourOnSecond, { ...within, timeout: 20_000 }).toBe('#000005');
    second.line.mend();
    await expect.poll(() => framesNamed(client, 'SETTINGS_CHANGED').length, later).toBeGreaterThan(heard);
    client.close();
  });

  it.runIf(over === 'Redis')(`go on while Redis is away for ${CUT_S} s`, async () => {
    const person = await world.person('luna', 'without-redis');
    await expect.poll(() => world.server.realtime.onlineOn(world.tenants.luna), later).toBe(0);
    redis!.stall();
    const since = performance.now();
    try {
      expect((await comment(world.server, person)).statusCode).toBe(404);
      expect(performance.now() - since).toBeLessThan(5_000);
      await setColour('#00aa00');
      await expect.poll(colourOnSecond, within).toBe('#00aa00');
      await expect.poll(() => world.ctx.bus.state(), later).toEqual({ over: 'redis', isConnected: false });
      const ready = await world.app.inject({
        url: '/readyz',
        headers: { host: 'localhost' },
        remoteAddress: '127.0.0.1',
      });
      expect([ready.statusCode, ready.json().parts.bus]).toEqual([200, 'away']);
      await sleep(Math.max(0, CUT_S * 1_000 - (performance.now() - since)));
    } finally {
      redis!.goOn();
    }
    for (const server of [world.server, second.server])
      await expect.poll(() => server.ctx.bus.state().isConnected, later).toBe(true);
    const client = await enter(second.server, person);
    await expect.poll(() => world.server.realtime.onlineOn(world.tenants.luna), later).toBe(1);
    client.close();
  });

  it.runIf(over === 'Redis')('give nobody a fresh allowance when Redis goes, returns or forgets', async () => {
    const person = await world.person('luna', 'sees-switches');
    const isThere = async (wanted: boolean): Promise<void> => {
      const states = () => [world.server, second.server].map(({ ctx }) => ctx.bus.state().isConnected);
      await expect.poll(states, later).toEqual([wanted, wanted]);
    };
    const seen = { comments: [] as number[], guesses: [] as number[] };
    const tryBoth = async (): Promise<void> => {
      for (const server of [world.server, second.server]) {
        seen.comments.push((await comment(server, person)).statusCode);
        seen.comments.push((await comment(server, person)).statusCode);
        seen.guesses.push((await guess(server, 'switched@fans.example')).status);
      }
    };
    await isThere(true);
    await tryBoth();
    redis!.stall();
    try {
      await isThere(false);
      await tryBoth();
    } finally {
      redis!.goOn();
    }
    await isThere(true);
    await tryBoth();
    await redis!.restart();
    await isThere(true);
    await tryBoth();
    // Twelve comments and five guesses, as without any switch.
    expect(seen.comments).toEqual([...Array(12).fill(404), ...Array(4).fill(429)]);
    expect(seen.guesses).toEqual([...Array(5).fill(401), ...Array(3).fill(430)]);
  });
});
