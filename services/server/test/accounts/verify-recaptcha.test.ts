import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
/** What reCAPTCHA says; null: it does not answer. */
let verdict: object | null = { success: true };
const asked: string[] = [];
const provider = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => {
    asked.push(chunk.toString());
  });
  request.on('end', () =>
    verdict === null
      ? response.destroy()
      : response.setHeader('content-type', 'application/json').end(JSON.stringify(verdict)),
  );
});
beforeAll(async () => {
  await new Promise<void>((listening) => {
    provider.listen(0, '127.0.0.1', listening);
  });
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/recaptcha`;
  world = await createWorld({ env: { RECAPTCHA_URL: url } });
  await world.call('PATCH /api/app_settings', {
    as: world.people.luna.admin,
    body: { is_recaptcha_enabled: true, recaptcha_site_key: 'site-key', recaptcha_secret_key: 'secret-key' },
  });
  await vi.waitUntil(async () => (await world.ctx.settings.of(world.tenants.luna)).is_recaptcha_enabled, {
    timeout: 20_000,
  });
});
afterAll(async () => {
  await world.close();
  provider.close();
});

const verify = (body: object, on: 'luna' | 'mars' = 'luna') => world.call('POST /api/verify-recaptcha', { on, body });

describe("a visitor's reCAPTCHA", () => {
  it.each([['token'], ['g-recaptcha-response']])(
    "is asked about with the site's own secret, given as %s",
    async (field) => {
      const answer = await verify({ [field]: 'visitor' });
      expect([answer.status, answer.body.data]).toEqual([200, { verified: true }]);
      expect(asked.at(-1)).toMatch(/^secret=secret-key&response=visitor&remoteip=/);
    },
  );

  it.each([
    ['what it refuses', { success: false, 'error-codes': ['timeout-or-duplicate'] }, 400, 'recaptcha-refused'],
    [
      'a secret that it does not know',
      { success: false, 'error-codes': ['invalid-input-secret'] },
      503,
      'provider-away',
    ],
    ['its silence', null, 503, 'provider-away'],
  ])('is not accepted by %s', async (_of, said, status, code) => {
    verdict = said;
    const answer = await verify({ token: 'visitor' });
    verdict = { success: true };
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
  });

  it('is nobody’s without a token, nor on a site that has no keys, and then nobody is asked', async () => {
    const before = asked.length;
    expect((await verify({})).body.code).toBe('invalid-request');
    expect((await verify({ token: 'visitor' }, 'mars')).body.code).toBe('not-found');
    expect(asked).toHaveLength(before);
  });
});
