import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRecaptcha, type RecaptchaStandIn } from '../../src/testing/recaptcha.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
let recaptcha: RecaptchaStandIn;
beforeAll(async () => {
  recaptcha = await openRecaptcha();
  world = await createWorld({ env: { RECAPTCHA_URL: recaptcha.url } });
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
  recaptcha.close();
});

const verify = (body: object, on: 'luna' | 'mars' = 'luna') => world.call('POST /api/verify-recaptcha', { on, body });

describe("a visitor's reCAPTCHA", () => {
  it.each([['token'], ['g-recaptcha-response']])(
    "is asked about with the site's own secret, given as %s",
    async (field) => {
      const answer = await verify({ [field]: 'visitor' });
      expect([answer.status, answer.body.data]).toEqual([200, { verified: true }]);
      expect(recaptcha.asked.at(-1)).toMatch(/^secret=secret-key&response=visitor&remoteip=/);
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
    recaptcha.says(said);
    const answer = await verify({ token: 'visitor' });
    recaptcha.says({ success: true });
    expect([answer.status, answer.body.code, answer.body.success]).toEqual([status, code, false]);
  });

  it('is nobody’s without a token, nor on a site that has no keys, and then nobody is asked', async () => {
    const before = recaptcha.asked.length;
    expect((await verify({})).body.code).toBe('invalid-request');
    expect((await verify({ token: 'visitor' }, 'mars')).body.code).toBe('not-found');
    expect(recaptcha.asked).toHaveLength(before);
  });
});
