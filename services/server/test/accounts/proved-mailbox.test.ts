import { Mailbox, type StoredMail } from '@backlot/notify';
import { withOwner } from '@backlot/database/owner';
import { hash } from '@node-rs/argon2';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../src/features/checkout/provider-accounts/account-rows.ts';
import { postTransaction } from '../../src/features/ledger/index.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ at: new Date('2026-03-10T12:00:00Z') });
});
afterAll(() => world.close());

const password = 'Correct-horse-9';
const register = (email: string, more: object = {}) =>
  world.call('POST /api/users/register', { on: 'luna', body: { email, password, ...more } });
const login = (email: string, secret = password) =>
  world.call('POST /api/users/login', { on: 'luna', body: { email, password: secret } });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = async (token: string) =>
  (await world.call('GET /api/users/me', { on: 'luna', headers: bearer(token) })).body?.data;
const mailsTo = async (email: string): Promise<StoredMail[]> => {
  await world.runJobs();
  return (await new Mailbox(join(world.dataDir, 'mailbox')).list(1000)).filter(({ to }) => to === email);
};
const askLink = async (email: string): Promise<string> => {
  world.clock.advance(1_000);
  await world.call('POST /api/users/forgot_password', { on: 'luna', body: { email } });
  return (await mailsTo(email)).flatMap(({ text }) => /\/change-password\/(\S+)/.exec(text)?.[1] ?? [])[0] ?? 'no link';
};
const reset = (token: string, secret: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.call('POST /api/users/reset_password', { on: 'luna', body: { token, password: secret, ...more }, headers });

/** What a purchase leaves behind. */
const pay = async (userId: string): Promise<void> => {
  const now = world.clock.now();
  await world.database.tenants.write(world.tenants.luna, async (db) => {
    await postTransaction(db, {
      kind: 'sale',
      cause: { type: 'attempt', id: v7() },
      userId,
      currency: 'USD',
      at: now,
      entries: [
        { account: { kind: 'provider_clearing', detail: 'sandbox' }, amountMinor: 2000 },
        { account: { kind: 'post_revenue' }, amountMinor: -2000 },
      ],
    });
    await db('payment_instruments').insert({
      id: v7(),
      user_id: userId,
      account_id: (
        await insertAccount(db, { provider: 'sandbox', currency: 'USD', credentials: null, created_at: new Date() })
      ).id,
      provider: 'sandbox',
      provider_instrument: v7(),
      brand: 'visa',
      last4: '4242',
      exp_month: 1,
      exp_year: 2030,
      created_at: now,
      last_used_at: now,
    } as never);
  });
};

describe("registering with another's address", () => {
  it("sends them one neutral mail without the stranger's text", async () => {
    await register('victim@fans.example', { name: 'Win at https://evil.example now' });
    const mails = await mailsTo('victim@fans.example');
    expect(mails).toHaveLength(1);
    expect(`${mails[0]!.subject} ${mails[0]!.text} ${mails[0]!.html}`).not.toMatch(/evil|Win at/);
    expect(mails[0]!.text).toMatch(/^Hello,\n/);
    expect((await register('victim@fans.example', { name: 'Again' })).body.code).toBe('email-taken');
    expect(await mailsTo('victim@fans.example')).toHaveLength(1);
  });

  it('no mail to an unproved mailbox carries the name, and mails to a proved one do', async () => {
    const { body } = await register('named@fans.example', { name: 'Typed Name' });
    await askLink('named@fans.example');
    expect((await mailsTo('named@fans.example')).map(({ text }) => text).join()).not.toContain('Typed Name');
    await reset(await askLink('named@fans.example'), 'A-new-secret-1', {}, bearer(body.data.token));
    await askLink('named@fans.example');
    expect((await mailsTo('named@fans.example')).map(({ text }) => text).join()).toContain('Typed Name');
  });

  it('whoever proves the mailbox gets the address; the unproved account keeps what it bought', async () => {
    const {
      body: { data },
    } = await register('taken@fans.example', { name: 'Stranger' });
    await pay(data.userId);
    const link = await askLink('taken@fans.example');
    expect((await world.call(`POST /api/users/check_token/${link}`, { on: 'luna' })).body.data).toEqual({
      valid: true,
      asks_for_card: true,
    });
    const owner = await reset(link, 'Of-the-owner-1');
    expect(owner.status).toBe(200);
    expect(await me(owner.body.data.token)).toMatchObject({
      email: 'taken@fans.example',
      name: expect.stringMatching(/^Fan \d{5}$/),
    });

    const totals = (id: string) =>
      world.database.tenants.read(world.tenants.luna, (db) =>
        db('ledger_transactions').where({ user_id: id }).count({ count: '*' }).first(),
      );
    expect(Number((await totals(data.userId))?.['count'])).toBe(1);
    const stranger = await me(data.token);
    expect(stranger).toMatchObject({ _id: data.userId, name: 'Stranger' });
    expect(stranger.email).not.toContain('taken@');
    // Each gets in with the password of their own.
    expect((await login('taken@fans.example', 'Of-the-owner-1')).body.data.userId).not.toBe(data.userId);
    expect((await login('taken@fans.example')).body.data.userId).toBe(data.userId);
    expect((await login('taken@fans.example', 'not-the-one-1')).status).toBe(401);
  });

  it('whoever shows that the account is theirs keeps all of it: by the browser, or by a card that was paid with', async () => {
    const byBrowser = (await register('browser@fans.example', { name: 'Same Person' })).body.data;
    await pay(byBrowser.userId);
    const link = await askLink('browser@fans.example');
    const check = await world.call(`POST /api/users/check_token/${link}`, {
      on: 'luna',
      headers: bearer(byBrowser.token),
    });
    expect(check.body.data).toEqual({ valid: true, asks_for_card: false });
    expect(await me((await reset(link, 'A-new-secret-1', {}, bearer(byBrowser.token))).body.data.token)).toMatchObject({
      _id: byBrowser.userId,
      name: 'Same Person',
    });

    const byCard = (await register('card@fans.example', { name: 'Same Person' })).body.data;
    await pay(byCard.userId);
    const other = await askLink('card@fans.example');
    expect((await reset(other, 'A-new-secret-1', { card_last4: '1111' })).body.code).toBe('card-digits-wrong');
    expect(await me((await reset(other, 'A-new-secret-1', { card_last4: '4242' })).body.data.token)).toMatchObject({
      _id: byCard.userId,
      name: 'Same Person',
    });
  });

  it('the browser is known by its cookie too, and an account with a proved mailbox is asked for no card', async () => {
    const made = await world.call('POST /api/users/register', {
      on: 'luna',
      body: { email: 'cookie@fans.example', password },
      headers: { host: 'luna.test' },
    });
    await pay(made.body.data.userId);
    const cookie =
      [made.headers['set-cookie']]
        .flat()
        .map((line) => String(line).split(';')[0])
        .find((one) => one?.startsWith('known-device=')) ?? '';
    const link = await askLink('cookie@fans.example');
    const check = () =>
      world.call(`POST /api/users/check_token/${link}`, { on: 'luna', headers: { host: 'luna.test', cookie } });
    expect((await check()).body.data.asks_for_card).toBe(false);
    const done = await reset(link, 'A-new-secret-1', {}, { host: 'luna.test', cookie });
    expect((await me(done.body.data.token))._id).toBe(made.body.data.userId);
    expect(
      (await world.call(`POST /api/users/check_token/${await askLink('cookie@fans.example')}`, { on: 'luna' })).body
        .data,
    ).toEqual({ valid: true, asks_for_card: false });
  });
});

describe('the mail about a changed password', () => {
  const told = async (email: string) =>
    (await mailsTo(email)).filter(({ subject }) => subject === 'Your password was changed').length;

  it('is sent after a change and after a reset', async () => {
    const { body } = await register('told@fans.example');
    expect(await told('told@fans.example')).toBe(0);
    world.clock.advance(1_000);
    await world.call('POST /api/users/change_old_password', {
      on: 'luna',
      headers: bearer(body.data.token),
      body: { old_password: password, new_password: 'A-new-secret-1' },
    });
    expect(await told('told@fans.example')).toBe(1);
    await reset(await askLink('told@fans.example'), 'A-new-secret-2');
    expect(await told('told@fans.example')).toBe(2);
  });
});

describe('one rule for passwords', () => {
  it.each([
    ['seven77', 'password-too-short'],
    ['é'.normalize('NFD').repeat(4), 'password-too-short'],
    ['x'.repeat(129), 'password-too-long'],
    [' RULE@fans.example', 'password-like-email'],
  ])('registration, reset and change refuse %j as %s', async (secret, code) => {
    const email = 'rule@fans.example';
    expect((await register(email, { password: secret })).body).toMatchObject({
      code,
      errors: [{ field: 'password', code }],
    });
    const person = await world.person('luna', `rule-${v7()}`);
    const own = secret.includes('@') ? person.email.toUpperCase() : secret;
    expect(
      (
        await world.call('POST /api/users/change_old_password', {
          as: person,
          body: { old_password: password, new_password: own },
        })
      ).body.code,
    ).toBe(code);
    expect((await reset(await askLink(person.email), own)).body.code).toBe(code);
  });

  it('the same characters from another keyboard are the same password', async () => {
    expect((await register('nfkc@fans.example', { password: 'e\u0301clair-№-1' })).status).toBe(200);
    expect((await login('nfkc@fans.example', 'éclair-No-1')).status).toBe(200);
    expect((await login('nfkc@fans.example', '😀'.repeat(128))).status).toBe(401);
  });

  it('hashes from before passwords were normalised still match', async () => {
    const { id, email } = await world.person('luna', 'from-before');
    const before = await hash('e\u0301clair-from-before', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').where({ id }).update({ password_hash: before }),
    );
    expect((await login(email, 'e\u0301clair-from-before')).status).toBe(200);
    expect((await login(email, 'e\u0301clair-from-behind')).status).toBe(401);
  });
});

describe('a public name', () => {
  it('is never made from an address: who gives none is Fan and a number', async () => {
    for (const more of [{}, { name: '' }, { name: '   ' }]) {
      const { body } = await register(`amira.secretname77+${v7()}@fans.example`, more);
      expect((await me(body.data.token)).name).toMatch(/^Fan \d{5}$/);
    }
  });

  it('that was made from one before is Fan and a number now', async () => {
    const names = [
      ['amira.secretname77@mail.example', 'Amira Secretname77'],
      ['josé_ortega-1@mail.example', 'José Ortega'],
      ['12345@mail.example', '12345'],
      ['x+tag@mail.example', 'X Tag'],
      ['nora@mail.example', 'Nora Feld'],
      ['77.anna@mail.example', 'Anna'],
      ['fan@mail.example', 'Robin'],
    ] as const;
    const now = world.clock.now();
    const schema = `tenant_${world.tenants.luna.id}`;
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('users').insert(
        names.map(([email, name]) => ({
          id: v7(),
          email,
          email_key: email,
          name,
          role: 'user' as const,
          password_hash: 'x',
          created_at: now,
          password_changed_at: now,
        })),
      ),
    );
    const sql = await readFile(
      new URL('../../../../packages/database/migrations/tenant/0051_names_not_from_addresses.sql', import.meta.url),
      'utf8',
    );
    await withOwner(world.databaseUrl, (owner) => owner.query(sql.replaceAll(':schema', `"${schema}"`)));
    const rows = await world.database.tenants.read(world.tenants.luna, (db) =>
      db('users')
        .whereIn(
          'email_key',
          names.map(([email]) => email),
        )
        .select('email_key', 'name'),
    );
    const after = new Map(rows.map((row) => [row.email_key, row.name]));
    expect(names.map(([email]) => after.get(email)?.replace(/\d{5}$/, 'N'))).toEqual([
      'Fan N',
      'Fan N',
      'Fan N',
      'Fan N',
      'Nora Feld',
      'Fan N',
      'Robin',
    ]);
  });
});
