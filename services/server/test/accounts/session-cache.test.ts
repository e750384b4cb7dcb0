import type { Database } from '@backlot/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSessions } from '../../src/session/sessions.ts';
import { openTokens } from '../../src/session/tokens.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

it('a session that ends while it is being read is dead the next time', async () => {
  const { fan } = world.people.luna;
  let goOn = (): void => {};
  let isReading = (): void => {};
  const reading = new Promise<void>((resolve) => {
    isReading = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  // The rows are read, and the answer takes its time.
  const slowly: Database['tenants']['read'] = async (tenant, work) => {
    const found = await world.database.tenants.read(tenant, work);
    isReading();
    await gate;
    return found;
  };
  const database = { ...world.database, tenants: { ...world.database.tenants, read: slowly } };
  const sessions = await openSessions({
    database,
    tokens: await openTokens(world.ctx.secrets),
    clock: world.clock,
    hours: 1,
  });
  const { token, sessionId } = await world.database.tenants.write(fan.tenant, (db) =>
    sessions.start(db, fan.tenant, fan.id, { address: '', userAgent: '' }),
  );
  const told = new Promise<void>((resolve) => {
    sessions.onChange(() => resolve());
  });

  const first = sessions.actorOf(fan.tenant, token);
  await reading;
  await world.database.tenants.write(fan.tenant, (db) =>
    db('sessions').where({ id: sessionId }).update({ revoked_at: new Date() }),
  );
  await told;
  goOn();
  expect((await first)?.userId).toBe(fan.id);
  expect(await sessions.actorOf(fan.tenant, token)).toBeNull();
  await sessions.close();
});
