import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSite, inviteTo } from '../../src/sites/create-site.ts';
import { addHost, makeCanonical, removeHost } from '../../src/features/platform/change-hosts.ts';
import {
  deleteSite,
  GRACE_DAYS,
  resumeSite,
  scheduleRemoval,
  suspendSite,
} from '../../src/features/platform/site-state.ts';
import type { Tenant } from '../../src/sites/tenant.ts';
import { createWorld, type World } from '../../src/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const definition = {
  slug: 'nova',
  hosts: ['nova.test'],
  kind: 'general',
  locale: 'en',
  currency: 'EUR',
  theme: 'velvet',
  owner: 'ada@nova.example',
};
const siteOf = async (slug: string): Promise<Tenant> =>
  (await world.database.listTenants()).find((site) => site.slug === slug)!;
const ask = async (host: string, url = '/api/app_settings/get') =>
  (await world.app.inject({ method: 'GET', url, headers: { host }, remoteAddress: '203.0.113.7' })).statusCode;

describe('what a site cannot be made of is refused with a sentence, and nothing is made', () => {
  it.each([
    [{ slug: 'No Va' }, "'No Va' can't be a site's name."],
    [{ slug: 'platform' }, "'platform' can't be a site's name."],
    [{ slug: 'luna' }, 'There is a site called luna already.'],
    [{ kind: 'casino' }, "There is no kind 'casino'. There are: general, adult."],
    [{ locale: 'xx' }, "There is no locale 'xx'. There are: en, ar, es, de, fr, pt."],
    [{ currency: 'JPY' }, "There is no currency 'JPY'. There are: USD, EUR, GBP, CAD, AUD."],
    [{ theme: 'nosuch' }, "There is no theme 'nosuch'. There are: cairn, kiln, rack, sorbet, velvet."],
    [{ timezone: 'Mars/Base' }, "'Mars/Base' can't be the timezone of a site."],
    [{ owner: 'ada' }, "'ada' is no email address of an owner."],
    [{ hosts: [] }, 'nova has no host.'],
    [{ hosts: ['luna.test'] }, 'Another site answers on luna.test already.'],
    [{ hosts: ['nova.test:8000'] }, "'nova.test:8000' is no host name."],
    [{ hosts: ['https://nova.test'] }, "'https://nova.test' is no host name."],
    [{ hosts: ['nova'] }, "'nova' is no host name."],
    [{ hosts: ['10.0.0.1'] }, "'10.0.0.1' is no host name."],
    [{ hosts: ['platform.localhost'] }, "platform.localhost is the platform's own host"],
    [{ hosts: ['api.luna.test'] }, "api.luna.test can't be a site's host"],
  ])('%j', async (wrong, sentence) => {
    await expect(createSite(world.database, world.ctx.config, { ...definition, ...wrong })).rejects.toThrow(sentence);
    expect((await world.database.listTenants()).map(({ slug }) => slug)).toEqual(['luna', 'mars']);
  });
});

describe('a site made by the command', () => {
  it('answers within a second, wears what was chosen, and its creator is invited', async () => {
    const { invited } = await createSite(world.database, world.ctx.config, { ...definition, name: 'Nova Lab' });
    await expect.poll(() => ask('nova.test'), { timeout: 20_000 }).toBe(200);
    const settings = await world.ctx.settings.of(await siteOf('nova'));
    expect(settings).toMatchObject({ currency: 'EUR', theme_name: 'velvet', site_name: 'Nova Lab', model_id: '' });
    expect(invited.link).toMatch(/^http:\/\/nova\.test:8000\/invitation\/[0-9a-f-]{36}\.[\w-]{43}$/);
    // Without a mail server the command says so and shows the link; the mailbox has it too.
    expect(invited.notMailed).toBe('No mail server is set (SMTP_URL)');
    const mails = await readdir(join(world.dataDir, 'mailbox'));
    const mail = JSON.parse(
      await readFile(
        join(
          world.dataDir,
          'mailbox',
          mails.find((name) => name.startsWith('invitation-'))!,
        ),
        'utf8',
      ),
    ) as { to: string; text: string; from: { name: string; address: string }; subject: string };
    expect(mail).toMatchObject({
      to: 'ada@nova.example',
      subject: 'Your invitation to Nova Lab',
      from: { name: 'Nova Lab', address: 'no-reply@nova.test' },
    });
    expect(mail.text).toContain(invited.link);
    expect(mail.text).not.toContain('because you have an account');
  });

  it('hosts are added, made canonical and removed, and running servers know within a second', async () => {
    const { database } = world;
    await addHost(database, await siteOf('nova'), 'www.nova.test', 'platform.localhost');
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(200);
    await expect(addHost(database, await siteOf('nova'), 'luna.test', 'platform.localhost')).rejects.toThrow(
      'Another site answers on luna.test already.',
    );
    await expect(addHost(database, await siteOf('nova'), 'nova.test', 'platform.localhost')).rejects.toThrow(
      'nova answers on nova.test already.',
    );
    await expect(removeHost(database, await siteOf('nova'), 'nova.test')).rejects.toThrow(
      'nova.test is the canonical host of nova. Make another one canonical first: npm run tenants -- hosts nova canonical <host>',
    );
    await expect(makeCanonical(database, await siteOf('nova'), 'luna.test')).rejects.toThrow(
      "nova does not answer on 'luna.test'. Its hosts: nova.test, www.nova.test.",
    );
    await makeCanonical(database, await siteOf('nova'), 'www.nova.test');
    await expect
      .poll(() => world.server.registry.all().find(({ slug }) => slug === 'nova')?.canonicalHost, { timeout: 20_000 })
      .toBe('www.nova.test');
    await removeHost(database, await siteOf('nova'), 'nova.test');
    await expect.poll(() => ask('nova.test'), { timeout: 20_000 }).toBe(404);
    await expect(removeHost(database, await siteOf('nova'), 'www.nova.test')).rejects.toThrow(
      'www.nova.test is the only host of nova.',
    );
  });

  it('is suspended and resumed, and running servers know within a second', async () => {
    await suspendSite(world.database, await siteOf('nova'));
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(503);
    await expect(suspendSite(world.database, await siteOf('nova'))).rejects.toThrow('nova is suspended already.');
    expect(await ask('luna.test')).toBe(200);
    await resumeSite(world.database, await siteOf('nova'));
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(200);
    await expect(resumeSite(world.database, await siteOf('nova'))).rejects.toThrow('nova is not suspended.');
  });

  it('is removed only after its grace period, and is back as it was when it is resumed before', async () => {
    const { database } = world;
    const now = new Date('2026-05-01T12:00:00Z');
    const after = await scheduleRemoval(database, await siteOf('nova'), now);
    expect(after.getTime() - now.getTime()).toBe(GRACE_DAYS * 86_400_000);
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(503);
    await expect(deleteSite(database, await siteOf('nova'), new Date(after.getTime() - 1))).rejects.toThrow(
      "nova can't be deleted yet.",
    );
    await expect(scheduleRemoval(database, await siteOf('nova'), now)).rejects.toThrow(
      'it can be deleted after 2026-05-31',
    );
    await resumeSite(database, await siteOf('nova'));
    expect((await siteOf('nova')).removeAfter).toBeNull();
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(200);
    await expect(deleteSite(database, await siteOf('nova'), after)).rejects.toThrow("nova can't be deleted yet.");
  });

  it('once deleted leaves no schema, no role and no identity of its own; people of other sites stay', async () => {
    const { database } = world;
    const nova = await siteOf('nova');
    await inviteTo(database, world.ctx.config, nova, { email: 'both@fans.example', role: 'admin' });
    await world.call('POST /api/users/register', {
      headers: { host: 'www.nova.test' },
      body: { email: 'only@nova.example', password: 'Correct-horse-9', name: 'Only' },
    });
    const identities = () =>
      database.shared.read(async (db) => (await db('identities').select('email')).map(({ email }) => email));
    expect(await identities()).toContain('only@nova.example');
    await scheduleRemoval(database, nova, new Date('2026-05-01T12:00:00Z'));
    await deleteSite(database, await siteOf('nova'), new Date('2026-06-01T12:00:00Z'));
    await expect.poll(() => ask('www.nova.test'), { timeout: 20_000 }).toBe(404);
    expect(await identities()).not.toContain('only@nova.example');
    expect(await identities()).toContain('both@fans.example');
    const left = await database.shared.read(async (db) =>
      db.raw<{ rows: unknown[] }>(
        'select 1 from pg_catalog.pg_roles where rolname like ? union all select 1 from pg_catalog.pg_namespace where nspname = ?',
        [`%${nova.id}`, `tenant_${nova.id}`],
      ),
    );
    expect(left.rows).toEqual([]);
    const told = await database.shared.read((db) =>
      db('audit_log').where({ tenant_id: nova.id }).orderBy('id').select('action'),
    );
    expect(told.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'site.host-added',
        'site.host-canonical',
        'site.host-removed',
        'site.suspended',
        'site.resumed',
        'site.removal-scheduled',
        'site.deleted',
      ]),
    );
    expect(await ask('luna.test')).toBe(200);
  });
});
