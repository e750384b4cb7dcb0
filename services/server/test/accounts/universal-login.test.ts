import { fewestStatements } from '@backlot/database/testing/statements';
import { Mailbox } from '@backlot/notify';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, type Answer, type SiteName, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const password = 'Correct-horse-9';
const register = (site: SiteName, email: string, secret = password) =>
  world.call('POST /api/users/register', { on: site, body: { email, password: secret, name: 'New Fan' } });
const login = (site: SiteName, email: string, secret = password, more: object = {}) =>
  world.call('POST /api/users/login', { on: site, body: { email, password: secret, ...more } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const meOf = async (site: SiteName, token: string) =>
  (await world.call('GET /api/users/me', { on: site, headers: bearer(token) })).body?.data;

const mailsTo = async (email: string) => {
  await world.runJobs();
  return (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === email);
};
const linkTo = async (email: string): Promise<string> =>
  (await mailsTo(email)).flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? [])[0] ?? 'no link';
const reset = (site: SiteName, token: string, secret: string) =>
  world.call('POST /api/users/reset_password', { on: site, body: { token, password: secret } });
/** Proves the mailbox on a site as everybody does: by a link for a forgotten password. */
const prove = async (site: SiteName, email: string, secret = password): Promise<Answer> => {
  world.clock.advance(1_000);
  await world.call('POST /api/users/forgot_password', { on: site, body: { email } });
  const answer = await reset(site, await linkTo(email), secret);
  expect(answer.status).toBe(200);
  return answer;
};
const switchUniversal = async (site: SiteName, on: boolean): Promise<void> => {
  await world.call('PATCH /api/app_settings', {
    as: world.people[site].admin,
    body: { is_universal_login_enabled: on },
  });
  await expect.poll(async () => (await world.ctx.settings.of(world.tenants[site])).is_universal_login_enabled).toBe(on);
};
/** All that a stranger could compare. */
const told = ({ status, body, headers }: Answer) => {
  const { requestId: _id, ...rest } = body as Record<string, unknown>;
  return { status, rest, headers: Object.keys(headers).sort(), length: headers['content-length'] };
};

describe('an identity', () => {
  it('whose mailbox was proved enters another site with one confirming click, which names no site', async () => {
    await register('luna', 'click@fans.example');
    await prove('luna', 'click@fans.example');
    const asked = await login('mars', 'click@fans.example');
    expect(asked.body.data).toEqual({
      joinRequired: true,
      token: null,
      userId: null,
      newUser: true,
      mode: 'v2',
      url: null,
      showMergePopup: false,
      showForgotPasswordPopup: false,
      showOldUserMergePopup: false,
    });
    expect(asked.text).not.toMatch(/luna/);
    const joined = await login('mars', 'click@fans.example', password, { join: true });
    expect(await meOf('mars', joined.body.data.token)).toMatchObject({
      email: 'click@fans.example',
      userMergedDomainCount: 2,
      universal_login: true,
    });
    // Of one site or of several, it is one statement.
    for (const token of [joined.body.data.token, await world.tokenOf(world.people.luna.fan)])
      expect(
        await fewestStatements(1, () => meOf(token === joined.body.data.token ? 'mars' : 'luna', token)),
      ).toHaveLength(1);
  });

  it('whose mailbox was not proved is answered exactly as a wrong password, and the mailbox is told of the way', async () => {
    await register('luna', 'unproved@fans.example');
    const [right, wrong, nobody] = [
      await login('mars', 'unproved@fans.example'),
      await login('mars', 'unproved@fans.example', 'not-the-one-1'),
      await login('mars', 'unheard@fans.example'),
    ];
    expect(right).toMatchObject({ status: 401, body: { code: 'login-default' } });
    expect(told(right)).toEqual(told(wrong));
    expect(told(right)).toEqual(told(nobody));
    expect(told(await login('mars', 'unproved@fans.example', password, { join: true }))).toEqual(told(wrong));

    const offered = (await mailsTo('unproved@fans.example')).filter(({ text }) => text.includes('/change-password/'));
    expect(offered).toHaveLength(1);
    expect(offered[0]!.text).not.toMatch(/luna|New Fan/);
    const token = await linkTo('unproved@fans.example');
    expect((await world.call(`POST /api/users/check_token/${token}`, { on: 'mars' })).body.data.valid).toBe(true);
    expect((await reset('luna', token, 'Chosen-here-1')).body.code).toBe('invalid-token');
    const chosen = await reset('mars', token, 'Chosen-here-1');
    expect(await meOf('mars', chosen.body.data.token)).toMatchObject({ email: 'unproved@fans.example' });
    expect((await reset('mars', token, 'Chosen-twice-1')).body.code).toBe('invalid-token');
    expect((await login('mars', 'unproved@fans.example', 'Chosen-here-1')).status).toBe(200);
    // The password that somebody registered with on the other site is worth nothing here.
    expect((await login('mars', 'unproved@fans.example')).status).toBe(401);
  });

  it('is not offered to whoever has another password', async () => {
    await register('luna', 'quiet@fans.example');
    await login('mars', 'quiet@fans.example', 'not-the-one-1');
    expect((await mailsTo('quiet@fans.example')).filter(({ text }) => text.includes('/change-password/'))).toEqual([]);
  });

  it('ACC-22 is joined by an account whose mailbox is proved, and the answer says that other accounts changed with it', async () => {
    await register('mars', 'merges@fans.example');
    await prove('mars', 'merges@fans.example');
    await register('luna', 'merges@fans.example', 'Another-secret-7');
    const answer = await prove('luna', 'merges@fans.example', 'One-for-both-1');
    expect(answer.body.data.userUniversalAccountCount).toBe(2);
    expect(answer.body.message).not.toBe('Password updated successfully.');
    expect((await login('mars', 'merges@fans.example', 'One-for-both-1')).status).toBe(200);
  });

  it('gets its address from an account that somebody else opened with it', async () => {
    await register('luna', 'squatted@fans.example');
    await prove('luna', 'squatted@fans.example');
    const { body } = await register('mars', 'squatted@fans.example', 'Strangers-own-1');
    expect((await login('mars', 'squatted@fans.example')).body.data.joinRequired).toBe(true);
    world.clock.advance(1_000);
    const joined = await login('mars', 'squatted@fans.example', password, { join: true });
    expect(await meOf('mars', joined.body.data.token)).toMatchObject({
      email: 'squatted@fans.example',
      name: expect.stringMatching(/^Fan \d{5}$/),
    });
    await expect.poll(async () => meOf('mars', body.data.token)).toBeUndefined();
    expect((await login('mars', 'squatted@fans.example', 'Strangers-own-1')).status).toBe(401);
  });
});

describe('registering on one site and logging in on another tells nothing', () => {
  it('of an address that is known elsewhere, with whatever password, before or after', async () => {
    await register('luna', 'known@fans.example');
    await prove('luna', 'known@fans.example', 'Their-secret-1');
    const probe = async (email: string) => {
      const made = await register('mars', email, 'Strangers-own-1');
      const { _id: _own, name: _name, email: _email, ...me } = await meOf('mars', made.body.data.token);
      const { token: _token, userId: _id, ...data } = made.body.data;
      return {
        me,
        data,
        here: (await login('mars', email, 'Strangers-own-1')).status,
        there: told(await login('luna', email, 'Strangers-own-1')),
      };
    };
    expect(await probe('known@fans.example')).toEqual(await probe('unknown@fans.example'));
  });

  it('nor with the right password of the other site: registering compares with nobody', async () => {
    await register('luna', 'guessed@fans.example');
    await prove('luna', 'guessed@fans.example', 'Their-secret-1');
    const right = await register('mars', 'guessed@fans.example', 'Their-secret-1');
    expect(await meOf('mars', right.body.data.token)).toMatchObject({
      universal_login: false,
      userMergedDomainCount: 1,
    });
    expect((await login('mars', 'guessed@fans.example', 'Their-secret-1')).body.data.showMergePopup).toBe(false);
  });
});

describe('a site that switched universal login off', () => {
  it('is no way to the other sites, and they are none to it', async () => {
    await register('luna', 'off@fans.example');
    await prove('luna', 'off@fans.example');
    await switchUniversal('mars', false);
    expect((await login('mars', 'off@fans.example')).status).toBe(401);
    await switchUniversal('mars', true);
    expect((await login('mars', 'off@fans.example')).body.data.joinRequired).toBe(true);
    await switchUniversal('luna', false);
    expect((await login('mars', 'off@fans.example')).status).toBe(401);
    expect((await login('luna', 'off@fans.example')).status).toBe(200);
    await switchUniversal('luna', true);
  });

  it('keeps its passwords when the others change theirs, and the other way round; its sessions go on', async () => {
    const { email } = world.people.both.luna!;
    const here = (await login('luna', email)).body.data.token as string;
    await switchUniversal('luna', false);
    await world.runJobs();
    expect(await meOf('luna', here)).toMatchObject({ email, userMergedDomainCount: 1, universal_login: false });

    world.clock.advance(1_000);
    expect((await prove('mars', email, 'Of-mars-only-1')).body.data.userUniversalAccountCount).toBe(1);
    expect((await login('luna', email)).status).toBe(200);
    expect((await login('luna', email, 'Of-mars-only-1')).status).toBe(401);
    expect(await meOf('luna', here)).toMatchObject({ email });

    world.clock.advance(1_000);
    const changed = await world.call('POST /api/users/change_old_password', {
      on: 'luna',
      headers: bearer(here),
      body: { old_password: password, new_password: 'Of-luna-only-1' },
    });
    expect(changed.status).toBe(200);
    expect((await login('luna', email, 'Of-luna-only-1')).status).toBe(200);
    expect((await login('mars', email, 'Of-mars-only-1')).status).toBe(200);
    await switchUniversal('luna', true);
  });

  it('binds nobody by a password that is reset before its accounts have left', async () => {
    const email = 'at-once@fans.example';
    await register('luna', email);
    await prove('luna', email);
    await login('mars', email, password, { join: true });
    await switchUniversal('luna', false);
    // No job has run.
    world.clock.advance(1_000);
    expect((await prove('luna', email, 'Of-luna-only-1')).body.data.userUniversalAccountCount).toBe(1);
    expect((await login('mars', email)).status).toBe(200);
    expect((await login('luna', email, 'Of-luna-only-1')).status).toBe(200);
    await switchUniversal('luna', true);
  });

  it('does not bring back a session that ended when the password was changed elsewhere', async () => {
    const email = 'ended@fans.example';
    await register('luna', email);
    await prove('luna', email);
    const borrowed = (await login('mars', email, password, { join: true })).body.data.token as string;
    expect(await meOf('mars', borrowed)).toMatchObject({ email });
    await prove('luna', email, 'Changed-at-once-1');
    await expect.poll(async () => meOf('mars', borrowed)).toBeUndefined();
    await switchUniversal('mars', false);
    await world.runJobs();
    expect((await login('mars', email, 'Changed-at-once-1')).status).toBe(200);
    expect(await meOf('mars', borrowed)).toBeUndefined();
    await switchUniversal('mars', true);
  });

  it('takes back the offers that it mailed: a link that would not be used up is none', async () => {
    const email = 'offered@fans.example';
    await register('luna', email);
    await login('mars', email);
    const token = await linkTo(email);
    expect(token).not.toBe('no link');
    await switchUniversal('mars', false);
    expect((await reset('mars', token, 'Chosen-here-1')).body.code).toBe('invalid-token');
    await switchUniversal('mars', true);
    expect((await reset('mars', token, 'Chosen-here-1')).status).toBe(200);
  });
});
