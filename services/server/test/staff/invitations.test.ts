import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, inviteTo } from '../../src/sites/create-site.ts';
import type { Tenant } from '../../src/sites/tenant.ts';
import { createWorld, type CallOptions, type World } from '../../src/testing/world.ts';
import { makePost } from '../../src/testing/posting.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const password = 'A-good-start-26';
const tokenIn = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const invitedTo = async (site: Tenant, email: string, role = 'model'): Promise<string> =>
  tokenIn((await inviteTo(world.database, world.ctx.config, site, { email, role })).link);
/** A site whose creator is invited and has not come. */
async function newSite(
  slug: string,
  owner: string,
): Promise<{
  site: Tenant;
  token: string;
  at: (route: `${string} ${string}`, options?: CallOptions) => ReturnType<World['call']>;
}> {
  const { site, invited } = await createSite(world.database, world.ctx.config, {
    slug,
    hosts: [`${slug}.test`],
    kind: 'general',
    locale: 'en',
    currency: 'USD',
    owner,
  });
  await expect.poll(() => world.server.registry.byId(site.id), { timeout: 20_000 }).not.toBeNull();
  return {
    site,
    token: tokenIn(invited.link),
    at: (route, options) => world.call(route, { ...options, headers: { host: `${slug}.test`, ...options?.headers } }),
  };
}

describe('the owner of a new site', () => {
  it('becomes its creator with the link alone, and can log in, publish and set the site up', async () => {
    const { site, token, at } = await newSite('nova', 'Ada@nova.example');
    expect((await at('POST /api/invitations/check', { body: { token } })).body.data).toEqual({
      email: 'Ada@nova.example',
      role: 'model',
      hasAccount: false,
    });
    const accepted = await at('POST /api/invitations/accept', { body: { token, password, name: 'Ada Nova' } });
    expect(accepted).toMatchObject({ status: 200, body: { data: { role: 'model' } } });
    const authorization = `Bearer ${accepted.body.data.token as string}`;
    const me = await at('GET /api/users/me', { headers: { authorization } });
    expect(me.body.data).toMatchObject({ role: 'model', isAdmin: true, name: 'Ada Nova', email: 'Ada@nova.example' });
    expect(
      (await at('PATCH /api/app_settings', { headers: { authorization }, body: { membership_price: 12 } })).status,
    ).toBe(200);
    const login = await at('POST /api/users/login', { body: { email: 'ada@nova.example', password } });
    expect(login.status).toBe(200);
    await expect
      .poll(() => world.ctx.settings.of(site), { timeout: 20_000 })
      .toMatchObject({ model_id: me.body.data._id, model_name: 'Ada Nova' });
  });

  it('finds the link used, withdrawn, late or of another site to be over, in the same words', async () => {
    const { site, token, at } = await newSite('vega', 'ada@vega.example');
    const over = { status: 400, body: { code: 'invitation-over' } };
    const check = (one: string) => at('POST /api/invitations/check', { body: { token: one } });
    const again = await invitedTo(site, 'ada@vega.example');
    expect(await check(token)).toMatchObject(over);
    expect((await check(again)).status).toBe(200);
    expect(await check(`${again}x`)).toMatchObject(over);
    expect(await check(again.replace(/\..*/, '.AAAA'))).toMatchObject(over);
    expect(await world.call('POST /api/invitations/check', { on: 'luna', body: { token: again } })).toMatchObject(over);
    world.clock.advance(7 * 86_400_000 - 60_000);
    expect((await check(again)).status).toBe(200);
    world.clock.advance(60_000);
    expect(await check(again)).toMatchObject(over);
    const last = await invitedTo(site, 'ada@vega.example');
    // Of two clicks at once one is the creator's.
    const both = await Promise.all(
      [1, 2].map(() => at('POST /api/invitations/accept', { body: { token: last, password, name: 'Ada' } })),
    );
    expect(both.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await check(last)).toMatchObject(over);
  });

  it('is one, also where two who were invited come at the same moment', async () => {
    const { site, token, at } = await newSite('deneb', 'ada@deneb.example');
    const other = await invitedTo(site, 'bo@deneb.example');
    const both = await Promise.all(
      [token, other].map((one) => at('POST /api/invitations/accept', { body: { token: one, password, name: 'Ada' } })),
    );
    expect(both.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [200, undefined],
      [409, 'creator-exists'],
    ]);
  });

  it('gives a name and a password that the rules take', async () => {
    const { token, at } = await newSite('lyra', 'ada@lyra.example');
    const accept = (body: object) => at('POST /api/invitations/accept', { body: { token, ...body } });
    expect(await accept({ password })).toMatchObject({ status: 400, body: { code: 'name-required' } });
    expect(await accept({ password: 'short', name: 'Ada' })).toMatchObject({
      status: 400,
      body: { code: 'password-too-short' },
    });
    expect(await accept({ password: 'Ada@lyra.example', name: 'Ada' })).toMatchObject({
      status: 400,
      body: { code: 'password-like-email' },
    });
    // 128 characters, of which each takes two units of the wire.
    expect((await accept({ password: '🗝'.repeat(128), name: 'Ada' })).status).toBe(200);
  });

  it('whose link came by mail has proved the mailbox: an identity that it joins reaches further sites', async () => {
    const email = 'ida@fans.example';
    await world.call('POST /api/users/register', { on: 'luna', body: { email, password } });
    const identity = () => world.database.shared.read((db) => db('identities').where({ email }).first('proved_at'));
    expect((await identity())?.proved_at).toBeNull();
    const { site, token, at } = await newSite('cygnus', email);
    // What a mail server that takes it leaves behind; this world has none.
    await world.database.tenants.write(site, (db) => db('invitations').update({ mailed_at: world.clock.now() }));
    expect((await at('POST /api/invitations/accept', { body: { token, password, name: 'Ida' } })).status).toBe(200);
    expect((await identity())?.proved_at).toEqual(world.clock.now());
    const elsewhere = await world.call('POST /api/users/login', { on: 'mars', body: { email, password } });
    expect(elsewhere.body.data).toMatchObject({ joinRequired: true });
  });

  it('who has accounts elsewhere keeps their password there, and takes nothing over', async () => {
    const { at, token } = await newSite('orion', 'both@fans.example');
    const accepted = await at('POST /api/invitations/accept', { body: { token, password, name: 'Bo' } });
    expect(accepted.status).toBe(200);
    expect((await at('POST /api/users/login', { body: { email: 'both@fans.example', password } })).status).toBe(200);
    const { both } = world.people;
    expect(
      (await world.call('POST /api/users/login', { on: 'luna', body: { email: both.luna.email, password } })).body.code,
    ).toBe('login-default');
    expect(
      (
        await world.call('POST /api/users/login', {
          on: 'luna',
          body: { email: both.luna.email, password: both.luna.password },
        })
      ).status,
    ).toBe(200);
  });

  it('ROLE-01 is one: a second creator is refused by the command and by a link from before', async () => {
    const { site, token, at } = await newSite('pavo', 'first@pavo.example');
    const second = await invitedTo(site, 'second@pavo.example');
    expect((await at('POST /api/invitations/accept', { body: { token, password, name: 'First' } })).status).toBe(200);
    expect(
      await at('POST /api/invitations/accept', { body: { token: second, password, name: 'Second' } }),
    ).toMatchObject({ status: 409, body: { code: 'creator-exists' } });
    await expect(
      inviteTo(world.database, world.ctx.config, site, { email: 'third@pavo.example', role: 'model' }),
    ).rejects.toThrow('pavo has its creator already.');
  });
});

describe('staff of a site', () => {
  it('who has an account there accepts with its password, and with no other', async () => {
    const fan = world.people.luna.fan;
    const token = await invitedTo(world.tenants.luna, fan.email, 'support');
    expect((await world.call('POST /api/invitations/check', { on: 'luna', body: { token } })).body.data).toEqual({
      email: fan.email,
      role: 'support',
      hasAccount: true,
    });
    expect(
      await world.call('POST /api/invitations/accept', {
        on: 'luna',
        body: { token, password: 'Another-one-26', name: 'X' },
      }),
    ).toMatchObject({ status: 401, body: { code: 'login-default' } });
    const before = await world.tokenOf(fan);
    const accepted = await world.call('POST /api/invitations/accept', {
      on: 'luna',
      body: { token, password: fan.password },
    });
    expect(accepted.body.data.role).toBe('support');
    expect(
      (
        await world.call('GET /api/users/me', {
          on: 'luna',
          headers: { authorization: `Bearer ${accepted.body.data.token as string}` },
        })
      ).body.data.role,
    ).toBe('support');
    // What was open before as a fan is over.
    await expect
      .poll(
        async () =>
          (await world.call('GET /api/users/me', { on: 'luna', headers: { authorization: `Bearer ${before}` } }))
            .status,
        { timeout: 20_000 },
      )
      .toBe(401);
  });

  it('who was blocked there stays out, and the link stays open', async () => {
    const { fan } = world.people.mars;
    const token = await invitedTo(world.tenants.mars, fan.email, 'support');
    const setStatus = (status: 'active' | 'blocked') =>
      world.database.tenants.write(world.tenants.mars, (db) => db('users').where({ id: fan.id }).update({ status }));
    const accept = () =>
      world.call('POST /api/invitations/accept', { on: 'mars', body: { token, password: fan.password } });
    await setStatus('blocked');
    expect(await accept()).toMatchObject({ status: 401, body: { code: 'login-default' } });
    await setStatus('active');
    expect((await accept()).body.data.role).toBe('support');
  });

  it('who accepts with a link that came by mail and the password has proved the mailbox', async () => {
    const email = 'helper@fans.example';
    const { body } = await world.call('POST /api/users/register', { on: 'luna', body: { email, password } });
    const token = await invitedTo(world.tenants.luna, email, 'support');
    await world.database.tenants.write(world.tenants.luna, (db) =>
      db('invitations').where({ email }).update({ mailed_at: world.clock.now() }),
    );
    expect((await world.call('POST /api/invitations/accept', { on: 'luna', body: { token, password } })).status).toBe(
      200,
    );
    expect(
      await world.database.tenants.read(world.tenants.luna, (db) =>
        db('users').where({ id: body.data.userId }).first('email_proved_at'),
      ),
    ).toEqual({ email_proved_at: world.clock.now() });
  });

  it('the command refuses roles and addresses that are none, and the role that somebody has', async () => {
    const send = (email: string, role: string) =>
      inviteTo(world.database, world.ctx.config, world.tenants.mars, { email, role });
    await expect(send('ada@mars.example', 'user')).rejects.toThrow(
      "There is no role 'user'. There are: model, admin, sub_admin, content_manager, live_stream_manager, support.",
    );
    await expect(send('ada', 'admin')).rejects.toThrow("'ada' is no email address.");
    await expect(send(world.people.mars.admin.email, 'admin')).rejects.toThrow('is admin of mars already.');
  });
});

describe('the first steps of a new site', () => {
  it('are told to its creator until all are done, each by what is there, and to nobody else', async () => {
    const { site, token, at } = await newSite('cetus', 'ada@cetus.example');
    const accepted = await at('POST /api/invitations/accept', { body: { token, password, name: 'Ada' } });
    const headers = { authorization: `Bearer ${accepted.body.data.token as string}` };
    const steps = async () => (await at('GET /api/admin/home', { headers })).body.data.first_steps as unknown;
    expect(await steps()).toEqual({ look: false, price: false, post: false, share: false, hidden: false });
    await at('PATCH /api/app_settings', { headers, body: { theme_name: 'rack' } });
    expect(await steps()).toEqual({ look: true, price: false, post: false, share: false, hidden: false });
    await at('PATCH /api/app_settings', { headers, body: { membership_price: 7 } });
    expect((await at('POST /api/admin/first-steps', { headers, body: { step: 'share' } })).status).toBe(200);
    expect(await steps()).toEqual({ look: true, price: true, post: false, share: true, hidden: false });
    const { _id } = (await at('GET /api/users/me', { headers })).body.data as { _id: string };
    const creator = { id: _id, email: 'ada@cetus.example', password, role: 'model', tenant: site } as const;
    await makePost(world, creator);
    expect(await steps()).toBeNull();
    // A site of ours had its people from the start.
    expect((await world.call('GET /api/admin/home', { as: world.people.luna.model })).body.data.first_steps).toBeNull();
  });

  it('can be put away, which does nothing of it, and be had back', async () => {
    const { token, at } = await newSite('draco', 'ada@draco.example');
    const accepted = await at('POST /api/invitations/accept', { body: { token, password, name: 'Ada' } });
    const headers = { authorization: `Bearer ${accepted.body.data.token as string}` };
    const steps = async () => (await at('GET /api/admin/home', { headers })).body.data.first_steps as unknown;
    const note = async (step: string) => (await at('POST /api/admin/first-steps', { headers, body: { step } })).status;
    const none = { look: false, price: false, post: false, share: false };
    expect(await note('hidden')).toBe(200);
    expect(await steps()).toEqual({ ...none, hidden: true });
    expect(await note('shown')).toBe(200);
    expect(await steps()).toEqual({ ...none, hidden: false });
    expect(await note('post')).toBe(400);
  });
});
