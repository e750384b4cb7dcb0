import { SignJWT } from 'jose';
import { createPrivateKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 60_000);
afterAll(() => world.close());

/** As the server itself signs, with whatever claims. */
async function signed(claims: Record<string, unknown>, subject: string): Promise<string> {
  const seed = await world.ctx.secrets.get('session-signing-key');
  const key = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(subject)
    .setAudience(world.tenants.luna.id)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

it.each([
  ['no id', 'nonsense'],
  ['empty', ''],
  ['half an id', '01900000-0000-7000'],
  ['SQL', "' or 1=1 --"],
  ['a null byte', '\0'],
  ['very long', 'a'.repeat(1_000)],
  ['a number', 7],
  ['an object', { id: 1 }],
  ['null', null],
  ["nobody's", '01900000-0000-7000-8000-000000000001'],
])('a well-signed token whose sid is %s is no session, and no fault of ours', async (_name, sid) => {
  const token = await signed({ sid }, world.people.luna.fan.id);
  for (const route of ['GET /api/users/me', 'GET /api/blogs', 'POST /api/users/logout'] as const) {
    const { status, body } = await world.call(route, { on: 'luna', headers: { authorization: `Bearer ${token}` } });
    expect([route, status, body.code]).toEqual([route, 401, 'session-ended']);
  }
});

it('a well-signed token whose sub is none is no session', async () => {
  for (const subject of ['nonsense', '', '*']) {
    const { status } = await world.call('GET /api/users/me', {
      on: 'luna',
      headers: { authorization: `Bearer ${await signed({ sid: '01900000-0000-7000-8000-000000000001' }, subject)}` },
    });
    expect(status).toBe(401);
  }
});
