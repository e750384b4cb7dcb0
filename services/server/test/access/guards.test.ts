import type { CallDefinition, StoredRole } from '@backlot/contracts';
import { everyCall } from '@backlot/contracts/http/calls';
import fastJsonStringify from 'fast-json-stringify';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardRoutes } from '../../src/admit/admit.ts';
import { answerSchema } from '../../src/plugins/mount-calls.ts';
import { compilers } from '../../src/plugins/validation.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const staff = ['model', 'admin', 'sub_admin', 'content_manager', 'live_stream_manager', 'support'] as const;
const roles: readonly StoredRole[] = ['user', ...staff];
const personOf = (role: StoredRole): TestPerson =>
  role === 'user' ? world.people.luna.fan : world.people.luna[role as (typeof staff)[number]];

// No provider's webhook is a person's call: it comes through a door of its own.
const calls = everyCall.filter((call) => !/^\/api\/(?:webhooks|crypto\/webhook)\//.test(call.path));
const filled = (call: CallDefinition): string => call.path.replace(/:\w+\??/g, '00000000-0000-7000-8000-000000000000');
const ask = (call: CallDefinition, as?: TestPerson, on?: 'luna' | 'mars') =>
  world.call(`${call.method} ${filled(call)}`, {
    ...(as ? { as } : {}),
    ...(on ? { on } : {}),
    ...(call.method === 'GET' ? {} : { body: {} }),
  });
const mayCall = (call: CallDefinition, role: StoredRole): boolean =>
  call.access.kind !== 'roles' || call.access.roles.includes(role);

describe('every route says who may come', () => {
  it('a route without access does not start', async () => {
    const app = fastify();
    guardRoutes(app as never, world.server);
    expect(() => app.get('/open', async () => 'open')).toThrow('declares no access');
    await app.close();
  });

  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is mounted and refuses guests unless it is public',
    async (_name, call) => {
      const { status, body } = await ask(call, undefined, 'luna');
      expect(body).not.toBeNull();
      if (call.access.kind === 'public')
        expect([401, 403]).not.toContain(
          body.code === 'login-default' || body.code === 'age-confirmation-required' ? 0 : status,
        );
      else expect({ status, code: body.code }).toEqual({ status: 401, code: 'session-required' });
    },
  );

  it.each(roles.flatMap((role) => calls.map((call) => [role, `${call.method} ${call.path}`, call] as const)))(
    'a %s at %s is let in exactly when its access says so',
    async (role, _name, call) => {
      // Logging out would end the session that the next rows use.
      if (call.path === '/api/users/logout') return;
      const { status, body } = await ask(call, personOf(role));
      if (mayCall(call, role))
        expect(body.code === 'access-denied' && !call.errors.includes('access-denied')).toBe(false);
      else expect({ status, code: body.code }).toEqual({ status: 403, code: 'access-denied' });
      expect(status).toBeLessThan(500);
    },
  );

  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s knows nobody of another site',
    async (_name, call) => {
      for (const person of [
        world.people.luna.fan,
        world.people.luna.admin,
        world.people.luna.model,
        world.people.both.luna,
      ]) {
        const { status, body } = await ask(call, person, 'mars');
        expect({ status, code: body.code }).toEqual({ status: 401, code: 'session-ended' });
      }
    },
  );
});

// They are compiled at the first request only, so a schema that cannot be would be found by a person.
describe('what a call takes and answers', () => {
  it.each(everyCall.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s has schemas that compile',
    (_name, call) => {
      for (const [httpPart, schema] of [
        ['body', call.body],
        ['querystring', call.query],
        ['params', call.params],
      ] as const) {
        if (schema) expect(compilers({ schema, httpPart, method: call.method, url: call.path })(1)).toBe(false);
      }
      expect(fastJsonStringify(answerSchema(call) as never)).toBeTypeOf('function');
    },
  );
});
