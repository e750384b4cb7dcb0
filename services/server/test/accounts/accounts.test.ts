import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../src/testing/world.ts';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const password = 'Correct-horse-9';
const register = (site: 'luna' | 'mars', email: string, secret = password) =>
  world.call('POST /api/users/register', { on: site, body: { email, password: secret, name: 'New Fan' } });
const login = (site: 'luna' | 'mars', email: string, secret = password, join?: boolean) =>
  world.call('POST /api/users/login', { on: site, body: { email, password: secret, ...(join ? { join } : {}) } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('registration', () => {
  it('ACC-13 ACC-31 starts a session whose token loads the person', async () => {
    const { status, body } = await register('luna', 'Anna@Fans.example');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      newUser: true,
      showMergePopup: false,
      showForgotPasswordPopup: false,
      showOldUserMergePopup: false,
    });
    const me = await world.call('GET /api/users/me', { on: 'luna', headers: bearer(body.data.token) });
    expect(me.body.data).toMatchObject({
      email: 'Anna@Fans.example',
      role: 'user',
      isAdmin: false,
      ccbillSubscriptionStatus: '0',
    });
  });

  it('refuses a second account of the same address on the same site, however it is written', async () => {
    await register('luna', 'twice@fans.example');
    const again = await register('luna', ' TWICE@fans.example');
    expect(again).toMatchObject({ status: 409, body: { success: false, code: 'email-taken' } });
  });

  it('tells nothing of other sites: the account of a known address looks like that of a new one', async () => {
    const unknown = await register('luna', 'unheard-of@fans.example', 'Strangers-own-1');
    await register('mars', 'known-there@fans.example');
    const known = await register('luna', 'known-there@fans.example', 'Strangers-own-1');
    const seen = async (token: string) => {
      const { _id: _ownId, name: _ownName, email: _ownEmail, ...rest } = await meOf('luna', token);
      return rest;
    };
    expect(await seen(known.body.data.token)).toEqual(await seen(unknown.body.data.token));
  });

  it.each([
    ['short', 'password-too-short'],
    ['x'.repeat(129), 'password-too-long'],
  ])('refuses the password %s', async (secret, code) => {
    expect((await register('luna', 'weak@fans.example', secret)).body.code).toBe(code);
  });

  it('one of twenty simultaneous registrations of an address succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register('luna', 'race@fans.example')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['email-taken']),
    );
  });
});

const meOf = async (site: 'luna' | 'mars', token: string) =>
  (await world.call('GET /api/users/me', { on: site, headers: bearer(token) })).body.data;

describe('login', () => {
  it('ACC-25 answers the same to a wrong password, an unknown address and an account of the other site', async () => {
    const wrong = await login('luna', world.people.luna.fan.email, 'not-the-password');
    const nobody = await login('luna', 'nobody@fans.example');
    const elsewhere = await login('luna', world.people.mars.fan.email);
    for (const answer of [wrong, nobody, elsewhere]) {
      expect(answer).toMatchObject({
        status: 401,
        body: { success: false, code: 'login-default', message: 'Invalid email or password.' },
      });
    }
  });

  it('a token of one site is nothing on the other', async () => {
    const token = await world.tokenOf(world.people.both.luna);
    const crossed = await world.call('GET /api/users/me', { on: 'mars', headers: bearer(token) });
    expect(crossed).toMatchObject({ status: 401, body: { code: 'session-ended' } });
  });

  it('the page host sets a cookie that scripts cannot read; the api host sets none', async () => {
    const body = { email: world.people.luna.fan.email, password };
    const onPage = await world.call('POST /api/users/login', { on: 'luna', body, headers: { host: 'luna.test' } });
    expect(String(onPage.headers['set-cookie'])).toMatch(/^session=[^;]+;.*HttpOnly;.*SameSite=Lax/i);
    const onApi = await world.call('POST /api/users/login', { on: 'luna', body });
    expect(onApi.headers['set-cookie']).toBeUndefined();
  });

  it('a call is not let in by the cookie alone', async () => {
    const token = await world.tokenOf(world.people.luna.fan);
    const answer = await world.call('GET /api/users/me', {
      on: 'luna',
      headers: { host: 'luna.test', cookie: `session=${token}` },
    });
    expect(answer).toMatchObject({ status: 401, body: { code: 'session-required' } });
  });
});

describe('the end of sessions', () => {
  it('ACC-12 ACC-14 a logged-out token is dead at once', async () => {
    const { body } = await register('luna', 'leaves@fans.example');
    const headers = bearer(body.data.token);
    expect((await world.call('GET /api/users/me', { on: 'luna', headers })).status).toBe(200);
    await world.call('POST /api/users/logout', { on: 'luna', headers });
    await expect
      .poll(async () => (await world.call('GET /api/users/me', { on: 'luna', headers })).status, { timeout: 20_000 })
      .toBe(401);
  });

  it('ACC-18 ACC-19 a token is good until the millisecond of its end', async () => {
    const { body } = await register('luna', 'expires@fans.example');
    const headers = bearer(body.data.token);
    const { exp } = JSON.parse(Buffer.from(String(body.data.token).split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number;
    };
    const back = world.clock.now();
    world.clock.set(new Date(exp * 1000 - 1));
    expect((await world.call('GET /api/users/me', { on: 'luna', headers })).status).toBe(200);
    world.clock.set(new Date(exp * 1000));
    expect((await world.call('GET /api/users/me', { on: 'luna', headers })).status).toBe(401);
    world.clock.set(back);
  });

  it('a blocked person is out within a second', async () => {
    const person = await world.person('luna', 'soon-blocked');
    expect((await world.call('GET /api/users/me', { as: person })).status).toBe(200);
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ id: person.id }).update({ status: 'blocked' }),
    );
    await expect
      .poll(async () => (await world.call('GET /api/users/me', { as: person })).status, { timeout: 20_000 })
      .toBe(401);
  });

  it('a forged, edited or unsigned token is refused', async () => {
    const token = await world.tokenOf(world.people.luna.fan);
    const [head = '', claims = '', seal = ''] = token.split('.');
    const admin = Buffer.from(claims, 'base64url')
      .toString()
      .replace(world.people.luna.fan.id, world.people.luna.admin.id);
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [
      `${head}.${Buffer.from(admin).toString('base64url')}.${seal}`,
      `${none}.${claims}.`,
      `${head}.${claims}.${seal.slice(0, -4)}AAAA`,
      'x',
      'a.b.c',
    ]) {
      expect((await world.call('GET /api/users/me', { on: 'luna', headers: bearer(forged) })).status).toBe(401);
    }
  });
});

describe('passwords', () => {
  const linkOf = async (email: string): Promise<string | undefined> => {
    await world.runJobs();
    const mails = await new Mailbox(join(world.dataDir, 'mailbox')).list();
    const mail = mails.find(({ to, text }) => to === email && text.includes('/change-password/'));
    return mail && /\/change-password\/(\S+)/.exec(mail.text)?.[1];
  };
  const forgot = (email: string) => world.call('POST /api/users/forgot_password', { on: 'luna', body: { email } });

  it('a forgotten password is answered the same for everyone, and mailed to those who have an account', async () => {
    await register('luna', 'forgets@fans.example');
    const resets = async () =>
      Number(
        (
          await world.database.tenants.read(world.tenants.luna, (db) =>
            db('password_resets').count({ count: '*' }).first(),
          )
        )?.['count'],
      );
    const before = await resets();
    const known = await forgot('forgets@fans.example');
    const unknown = await forgot('never@fans.example');
    expect(known.body).toEqual({ ...unknown.body });
    // Nothing is done for one and not for the other before they are answered.
    expect(await resets()).toBe(before);
    expect(known.body.message).toBe('A password reset link was just emailed to you.');
    expect(await linkOf('forgets@fans.example')).toBeTruthy();
    expect(await linkOf('never@fans.example')).toBeUndefined();
  });

  it('a reset link works once, ends every other session and proves the mailbox', async () => {
    const { body } = await register('luna', 'resets@fans.example');
    world.clock.advance(1_000);
    await forgot('resets@fans.example');
    const token = await linkOf('resets@fans.example');
    expect((await world.call(`POST /api/users/check_token/${String(token)}`, { on: 'luna' })).body.data.valid).toBe(
      true,
    );
    const reset = await world.call('POST /api/users/reset_password', {
      on: 'luna',
      body: { token, password: 'A-new-secret-1' },
    });
    expect(reset.body).toMatchObject({ success: true, message: 'Password updated successfully.' });
    await expect
      .poll(
        async () => (await world.call('GET /api/users/me', { on: 'luna', headers: bearer(body.data.token) })).status,
      )
      .toBe(401);
    expect((await login('luna', 'resets@fans.example')).status).toBe(401);
    expect((await login('luna', 'resets@fans.example', 'A-new-secret-1')).status).toBe(200);
    const again = await world.call('POST /api/users/reset_password', {
      on: 'luna',
      body: { token, password: 'A-new-secret-2' },
    });
    expect(again).toMatchObject({ status: 400, body: { code: 'invalid-token', message: 'Invalid token.' } });
  });

  it('a reset link is over after two hours, to the millisecond, and is nothing on another site', async () => {
    await register('luna', 'late@fans.example');
    await forgot('late@fans.example');
    const token = await linkOf('late@fans.example');
    const check = async (site: 'luna' | 'mars') =>
      (await world.call(`POST /api/users/check_token/${token ?? ''}`, { on: site })).body.data.valid as boolean;
    expect(await check('mars')).toBe(false);
    world.clock.advance(2 * 3_600_000 - 1);
    expect(await check('luna')).toBe(true);
    world.clock.advance(1);
    expect(await check('luna')).toBe(false);
  });

  it('changing a password wants the old one and gives a new session', async () => {
    const { body } = await register('luna', 'changes@fans.example');
    world.clock.advance(1_000);
    const headers = bearer(body.data.token);
    const wrong = await world.call('POST /api/users/change_old_password', {
      on: 'luna',
      headers,
      body: { old_password: 'guess-guess', new_password: 'A-new-secret-1' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'old-password-wrong' } });
    const right = await world.call('POST /api/users/change_old_password', {
      on: 'luna',
      headers,
      body: { old_password: password, new_password: 'A-new-secret-1' },
    });
    expect((await world.call('GET /api/users/me', { on: 'luna', headers: bearer(right.body.data.token) })).status).toBe(
      200,
    );
    await expect.poll(async () => (await world.call('GET /api/users/me', { on: 'luna', headers })).status).toBe(401);
  });
});

describe('settings', () => {
  it('change everywhere within a second, for those who may', async () => {
    const changed = await world.call('PATCH /api/app_settings', {
      as: world.people.luna.model,
      body: { site_tagline: 'Slow pots.' },
    });
    expect(changed.body).toMatchObject({ success: true, message: 'update settings successfully.' });
    await expect
      .poll(async () => (await world.call('GET /api/app_settings/get', { on: 'luna' })).body.data.site_tagline, {
        timeout: 20_000,
      })
      .toBe('Slow pots.');
    expect((await world.call('GET /api/app_settings/get', { on: 'mars' })).body.data.site_tagline).toBe('');
  });

  it.each([
    [{ no_such_setting: 1 }, 400, 'setting-unknown'],
    [{ theme_color: 'red' }, 400, 'setting-invalid'],
    [{ content_unlock_minimum_amount: 500 }, 400, 'setting-invalid'],
  ])('refuses %j whole', async (body, status, code) => {
    expect(
      await world.call('PATCH /api/app_settings', {
        as: world.people.luna.admin,
        body: { site_name: 'Half', ...body },
      }),
    ).toMatchObject({ status, body: { code } });
    expect((await world.call('GET /api/app_settings/get', { on: 'luna' })).body.data.site_name).not.toBe('Half');
  });

  it('ROLE-26 payment settings are for role admin only, and a secret is never sent back', async () => {
    const body = { merchant_legal_name: 'Luna Ltd' };
    expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.model, body })).body.code).toBe(
      'access-denied',
    );
    expect((await world.call('PATCH /api/app_settings', { as: world.people.luna.admin, body })).status).toBe(200);
  });
});
