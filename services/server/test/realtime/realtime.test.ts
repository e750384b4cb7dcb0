import type { ClientEvents } from '@backlot/contracts/events';
import type { SharedDb } from '@backlot/database';
import { appendEvent } from '@backlot/database/shared-functions';
import { startOutboxRelay, type OutboxRelay } from '@backlot/database/queue/outbox-relay';
import { once } from 'node:events';
import { createConnection, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetEventsJob } from '../../src/features/platform/forget-events.ts';
import { saveSettings } from '../../src/features/sites/index.ts';
import { openServer } from '../../src/process/open-server.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';
import { framesNamed as named, openClient, type SocketClient as Client } from '../../src/testing/socket-client.ts';

let world: World;
let relay: OutboxRelay;
beforeAll(async () => {
  world = await createWorld();
  relay = await startOutboxRelay(world.database);
  await world.app.ready();
});
afterAll(async () => {
  await relay.stop();
  await world.close();
});

const connect = (site: 'luna' | 'mars', origin?: string, app = world.app): Promise<Client> =>
  openClient(app, site, origin);

async function enter(person: TestPerson, lastId: number | null = 0, app = world.app): Promise<Client> {
  const client = await connect(person.tenant.slug as 'luna', undefined, app);
  client.send({ event: 'AUTH', data: { token: await world.tokenOf(person), lastId } });
  await expect.poll(() => client.frames.some(({ event }) => event === 'READY'), { timeout: 10_000 }).toBe(true);
  return client;
}

const tell = (person: TestPerson, event: string, data: object = {}) =>
  world.database.tenants.write(person.tenant, (db) => appendEvent(db, { recipient: `user:${person.id}`, event, data }));

describe('a page whose settings are older than its connection', () => {
  it('hears of the change that came while it was connecting, and nothing where there was none', async () => {
    const { fan } = world.people.luna;
    const ready = async (settingsVersion?: number): Promise<Client> => {
      const client = await connect('luna');
      client.send({
        event: 'AUTH',
        data: {
          token: await world.tokenOf(fan),
          lastId: 0,
          ...(settingsVersion === undefined ? {} : { settingsVersion }),
        },
      });
      await expect.poll(() => named(client, 'READY').length).toBe(1);
      return client;
    };
    const drawn = await world.ctx.settings.versionOf(world.tenants.luna);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      saveSettings(db, { theme_color: '#0a5c9c' }, null, world.clock.now()),
    );
    await expect.poll(() => world.ctx.settings.versionOf(world.tenants.luna)).toBeGreaterThan(drawn);
    const now = await world.ctx.settings.versionOf(world.tenants.luna);
    const late = await ready(drawn);
    await expect
      .poll(() => named(late, 'SETTINGS_CHANGED'))
      .toEqual([{ event: 'SETTINGS_CHANGED', data: { version: now } }]);
    const others = await Promise.all([ready(now), ready()]);
    for (const client of others) {
      client.send({ event: 'PING' });
      await expect.poll(() => named(client, 'PONG').length).toBe(1);
      expect(named(client, 'SETTINGS_CHANGED')).toEqual([]);
    }
    for (const client of [late, ...others]) client.close();
  });
});

describe('the socket', () => {
  const clientEvents: Record<keyof ClientEvents, true> = { AUTH: true, PING: true };
  it.each(Object.keys(clientEvents))('answers %s, as every event of a client', async (event) => {
    const client = await connect('luna');
    client.send({ event, data: {} });
    await expect.poll(() => client.frames.length, { timeout: 10_000 }).toBeGreaterThan(0);
    client.close();
  });

  it('wants a live session in its first frame', async () => {
    const client = await connect('luna');
    client.send({ event: 'AUTH', data: { token: 'nothing', lastId: 0 } });
    expect(await client.closed).toBe(1008);
    expect(named(client, 'AUTH_FAILED')).toHaveLength(1);
  });

  it('takes no token of another site', async () => {
    const client = await connect('mars');
    client.send({ event: 'AUTH', data: { token: await world.tokenOf(world.people.luna.fan), lastId: 0 } });
    expect(await client.closed).toBe(1008);
  });

  it.each(['http://evil.test:8000', 'http://mars.test:8000', 'http://luna.test', 'http://luna.test:8001', 'null'])(
    'is not opened from %s',
    async (origin) => {
      expect(await (await connect('luna', origin)).closed).toBe(1008);
    },
  );

  it('gives a person what is theirs, numbered without gaps, and nobody else anything', async () => {
    const [fan, stranger, other, both] = await Promise.all([
      enter(world.people.luna.fan),
      enter(world.people.luna.stranger),
      enter(world.people.mars.fan),
      enter(world.people.both.mars),
    ]);
    for (let n = 0; n < 5; n += 1) await tell(world.people.luna.fan, 'UNREAD_COUNT', { n });
    await tell(world.people.both.luna, 'UNREAD_COUNT', { n: 'luna only' });
    await expect.poll(() => named(fan, 'UNREAD_COUNT').length).toBe(5);
    expect(named(fan, 'UNREAD_COUNT').map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    for (const client of [stranger, other, both]) expect(named(client, 'UNREAD_COUNT')).toHaveLength(0);
    for (const client of [fan, stranger, other, both]) client.close();
  });

  it('what was missed while away comes after the reconnect, once', async () => {
    const person = world.people.mars.stranger;
    const first = await enter(person);
    await tell(person, 'POST_READY', { n: 1 });
    await expect.poll(() => named(first, 'POST_READY').length).toBe(1);
    first.close();
    await tell(person, 'POST_READY', { n: 2 });
    await tell(person, 'POST_READY', { n: 3 });
    const again = await enter(person, named(first, 'POST_READY').at(-1)?.id ?? 0);
    await expect.poll(() => named(again, 'POST_READY').map(({ data }) => data['n'])).toEqual([2, 3]);
    again.close();
  });

  it('a device that has seen nothing hears from now on', async () => {
    const person = world.people.mars.stranger;
    await tell(person, 'POST_READY', { n: 'before' });
    const former = await enter(person);
    await expect.poll(() => named(former, 'POST_READY').at(-1)?.data['n']).toBe('before');
    const fresh = await enter(person, null);
    await tell(person, 'POST_READY', { n: 'after' });
    await expect.poll(() => named(former, 'POST_READY').at(-1)?.data['n']).toBe('after');
    await expect.poll(() => named(fresh, 'POST_READY').map(({ data }) => data['n'])).toEqual(['after']);
    expect(named(fresh, 'READY')[0]?.data['lastId']).toBe(named(former, 'POST_READY').at(-2)?.id);
    for (const client of [former, fresh]) client.close();
  });

  it('what happened over a month ago is forgotten, and numbers go on', async () => {
    const person = world.people.mars.fan;
    await tell(person, 'POST_READY', { n: 1 });
    await world.runJobs();
    const age = (db: SharedDb) =>
      db('outbox')
        .where({ recipient: `user:${person.id}` })
        .update({ created_at: new Date(Date.now() - 31 * 86_400_000) });
    await world.database.shared.write(age);
    await forgetEventsJob.run({ ctx: world.ctx, payload: {}, log: world.ctx.log });
    await tell(person, 'POST_READY', { n: 2 });
    const client = await enter(person);
    await expect.poll(() => named(client, 'POST_READY').map(({ id, data }) => [id, data['n']])).toEqual([[2, 2]]);
    client.close();
  });

  it('ACC-15 ends within a second with its session', async () => {
    const person = await world.person('luna', 'socket-leaver');
    const client = await enter(person);
    await world.call('POST /api/users/logout', { as: person });
    expect(await client.closed).toBe(1008);
    expect(named(client, 'SESSION_ENDED')).toHaveLength(1);
  });

  it('stays open when its person changes their name, and ends when they are blocked', async () => {
    const person = await world.person('luna', 'socket-renamed');
    const client = await enter(person);
    expect(
      (await world.call('POST /api/users/change_profile_details', { as: person, body: { name: 'Renamed' } })).status,
    ).toBe(200);
    await tell(person, 'UNREAD_COUNT');
    await expect.poll(() => named(client, 'UNREAD_COUNT').length).toBe(1);
    expect(named(client, 'SESSION_ENDED')).toHaveLength(0);
    await world.database.tenants.write(person.tenant, (db) =>
      db('users').where({ id: person.id }).update({ status: 'blocked' }),
    );
    expect(await client.closed).toBe(1008);
    expect(named(client, 'SESSION_ENDED')).toHaveLength(1);
  });

  it("ends on every site when the identity's password changes on one", async () => {
    const { luna, mars } = world.people.both as { luna: TestPerson; mars: TestPerson };
    const client = await enter(mars);
    const body = { old_password: luna.password, new_password: 'Another-secret-7' };
    expect((await world.call('POST /api/users/change_old_password', { as: luna, body })).status).toBe(200);
    expect(await client.closed).toBe(1008);
    expect(named(client, 'SESSION_ENDED')).toHaveLength(1);
  });

  it('a thirty-first socket of one person is asked to come later', async () => {
    const person = await world.person('luna', 'socket-crowd');
    const clients = await Promise.all(Array.from({ length: 31 }, () => enter(person)));
    expect(await Promise.race(clients.map(({ closed }) => closed))).toBe(1013);
    expect(clients.flatMap((client) => named(client, 'SESSION_ENDED'))).toHaveLength(0);
    for (const client of clients) client.close();
  });

  it("a server that stops ends nobody's session, and waits for no client that is silent", async () => {
    const going = await openServer(world.ctx.config, {
      database: world.database,
      log: world.ctx.log,
      renderPage: null,
      schedules: false,
    });
    await going.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await enter(await world.person('luna', 'socket-restart'), 0, going.app);
    const silent = createConnection((going.app.server.address() as AddressInfo).port, '127.0.0.1');
    silent.on('error', () => undefined);
    silent.write(
      'GET /ws HTTP/1.1\r\nHost: luna.test\r\nOrigin: http://luna.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(silent, 'data');
    const since = performance.now();
    await going.close();
    expect(performance.now() - since).toBeLessThan(5_000);
    expect(await client.closed).toBe(1001);
    expect(named(client, 'SESSION_ENDED')).toHaveLength(0);
    silent.destroy();
  });

  it.each(['not json', '[]', '"x"', '{"event":5}'])('closes at the frame %s', async (text) => {
    const client = await connect('luna');
    client.send({ event: 'PING', data: {} });
    client.raw(text);
    expect(await client.closed).toBe(1008);
  });
});
