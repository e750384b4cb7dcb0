import { randomUUID } from 'node:crypto';
import type { CallDefinition } from '@backlot/contracts';
import { everyCall } from '@backlot/contracts/http/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  'x',
  '',
  ' ',
  '\u0000',
  'x'.repeat(100_000),
  '🦊'.repeat(500),
  '\ud800',
  '‮سلام',
  "'; drop table users; --",
  [],
  [[]],
  {},
  { $ne: null },
  { length: 1e9 },
  { toString: 'x' },
  '__proto__',
  '00000000-0000-7000-8000-000000000000',
  '2026-13-45T99:99:99Z',
  '../../etc/passwd',
  'NaN',
  '1e999',
];
const raws: ReadonlyArray<readonly [string, string, string]> = [
  ['broken JSON', 'application/json', '{"a":'],
  ['nothing', 'application/json', ''],
  ['deep JSON', 'application/json', deep(20_000)],
  ['a prototype', 'application/json', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}'],
  ['a bare text', 'application/json', '"text"'],
  ['a list', 'application/json', '[1,2,3]'],
  ['a duplicate key', 'application/json', '{"email":"a@b.cd","email":[]}'],
  ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b'],
  ['XML', 'application/xml', '<a/>'],
  ['no type', '', 'hello'],
  ['another charset', 'application/json; charset=utf-16', '{"email":1}'],
  ['bytes', 'application/octet-stream', '\xff\xfe'],
  ['too much', 'application/json', JSON.stringify({ a: 'x'.repeat(300_000) })],
];

type Schema = { properties?: Record<string, Schema> } | undefined;
const namesOf = (schema: unknown): string[] => Object.keys((schema as Schema)?.properties ?? {});
const personFor = (call: CallDefinition) => {
  const role = call.access.kind === 'roles' ? call.access.roles[0] : 'user';
  return role === 'user' || role === undefined ? world.people.luna.fan : world.people.luna[role as 'admin'];
};

/** Always the envelope with a code, never a 500, never a stack. */
function expectEnvelope(answer: {
  status: number;
  body: { success?: boolean; code?: string; message?: string; requestId?: string } | null;
  text: string;
}): void {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400) return;
  expect(answer.body).toMatchObject({
    success: false,
    code: expect.stringMatching(/^[a-zA-Z0-9_-]+$/),
    message: expect.stringMatching(/./),
    requestId: expect.stringMatching(/./),
  });
  expect(answer.text).not.toMatch(/at .+\.ts:\d+|node_modules|select .+ from |tenant_[a-z0-9]{12}/i);
}

const calls = everyCall.filter((call) => call.path !== '/api/users/logout');

describe('bad input is answered with a code', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', async (_name, call) => {
    const as = personFor(call);
    const path = call.path.replace(/:\w+\??/g, 'x');
    if (call.method !== 'GET') {
      for (const [, type, payload] of raws) {
        const answer = await world.app.inject({
          method: call.method,
          url: path,
          payload,
          remoteAddress: '203.0.113.7',
          headers: {
            host: 'api.luna.test',
            authorization: `Bearer ${await world.tokenOf(as)}`,
            'idempotency-key': randomUUID(),
            ...(type ? { 'content-type': type } : {}),
          },
        });
        expectEnvelope({
          status: answer.statusCode,
          body: answer.headers['content-type']?.toString().includes('json') ? answer.json() : null,
          text: answer.body,
        });
      }
      const names = namesOf(call.body);
      for (const value of odd) {
        expectEnvelope(
          await world.call(`${call.method} ${path}`, {
            as,
            body: Object.fromEntries(names.map((name) => [name, value])),
          }),
        );
      }
      for (const [at, name] of names.entries())
        expectEnvelope(
          await world.call(`${call.method} ${path}`, { as, body: { [name]: odd[(at + path.length) % odd.length] } }),
        );
    }
    for (const value of odd.filter((one) => typeof one === 'string' && one.length < 2_000)) {
      const inPath = call.path.replace(/:\w+\??/g, encodeURIComponent(String(value).toWellFormed()) || 'x');
      const query = Object.fromEntries(namesOf(call.query).map((name) => [name, String(value).toWellFormed()]));
      expectEnvelope(
        await world.call(`${call.method} ${inPath}`, { as, query, ...(call.method === 'GET' ? {} : { body: {} }) }),
      );
    }
  });

  it("GEN-05 an answer carries success, message and data; a refusal a code and the request's id besides", async () => {
    const { model, fan } = world.people.luna;
    expect(
      (await world.call('PATCH /api/app_settings', { as: model, body: { site_tagline: 'Pots' } })).body,
    ).toMatchObject({ success: true, message: expect.stringMatching(/./) });
    expect((await world.call('GET /api/users/me', { as: fan })).body).toMatchObject({
      success: true,
      data: { _id: fan.id },
    });
    const refused = await world.call('PATCH /api/app_settings', { as: fan, body: { site_tagline: 'Pots' } });
    expect(refused.status).toBe(403);
    expectEnvelope(refused);
  });

  it('a card number or cvv is refused wherever it stands, and nothing of it comes back', async () => {
    for (const body of [
      { cardNumber: '4242424242424242' },
      { card: { cvv: '123' } },
      { a: [{ b: { CardNumber: '4242' } }] },
      { card: { pincode: '4242 4242 4242 4242' } },
    ]) {
      const answer = await world.call('POST /api/v2/subscription/subscribe', { as: world.people.luna.fan, body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'card-data-refused' } });
      // The request's own id is hexadecimal and may hold any four digits.
      expect(answer.text.replace(answer.body.requestId, '')).not.toContain('4242');
    }
  });
});
