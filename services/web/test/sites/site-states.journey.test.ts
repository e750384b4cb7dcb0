import { openDatabase, startEmbedded } from '@backlot/database';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logInOnPage, newEmail, password } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { noteReceived } from '../testing/journey/traffic.ts';
import { openVisit, untilAlive, type SiteName } from '../testing/journey/visit.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
const { clients, creators, visit, change, htmlOf } = sites;
const codeOf = async (name: SiteName, route: `${string} ${string}`): Promise<string> =>
  JSON.parse((await clients[name].ask(route)).body.toString()).code as string;
/** Longest that a state is awaited; on an idle machine all come within half a second. */
const soon = { timeout: 20_000, interval: 50 };

describe('markup of the creator', () => {
  /** Data of another site with another session, as an element that takes the name of the page's own. */
  const forged = (name: string): string =>
    `<p id="${name}" name="${name}">${JSON.stringify({ site: { id: 'forged', name: 'Forged', apiBase: 'http://evil.test', language: 'en' }, settings: {}, viewer: null, token: 'forged', queries: [] }).replaceAll('"', '&quot;')}</p>`;
  const attack = ['bootstrap', 'firstData', 'root', 'cookie'].map(forged).join('');

  it('in the footer gives the page no session and no data of its own', async () => {
    await change('clay', { footer_text_html: `<p>Kept</p>${attack}` });
    await expect.poll(() => htmlOf('clay'), soon).toContain('Kept');
    expect(await htmlOf('clay')).not.toMatch(
      /id="(?:bootstrap|firstData|cookie)"|name="(?:bootstrap|firstData|cookie)"/,
    );
    const guest = await visit('clay');
    await guest.open('/home');
    expect(await guest.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('forged');
    await guest.page.getByRole('article').first().waitFor();
    await change('clay', { footer_text_html: '' });
  });

  it('stands in for nothing even where it was not cleaned', async () => {
    const guest = await visit('clay');
    await guest.context.route(
      (url) => url.pathname === '/home',
      async (route) => {
        const { headers, body } = await clients.clay.ask('GET /home', { onPage: true });
        const html = body.toString().replace('<body>', `<body>${attack.replaceAll('id="root" name="root"', '')}`);
        await route.fulfill({
          status: 200,
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': String(headers['content-security-policy']),
          },
          body: html,
        });
      },
    );
    await guest.open('/home');
    await expect
      .poll(() => guest.page.evaluate(() => document.querySelectorAll('#bootstrap, #firstData').length))
      .toBe(2);
    expect(await guest.page.evaluate(() => JSON.stringify(localStorage))).not.toContain('forged');
    await guest.page.getByRole('article').first().waitFor();
  });
});

describe('a login that somebody is guessing at', () => {
  it('is checked by the page itself and goes on, and the browser is known from then on', async () => {
    const email = newEmail();
    await clients.patch.register(email, password, 'Robin Ash');
    const guess = async (): Promise<number> =>
      (await clients.patch.ask('POST /api/users/login', { body: { email, password: 'not-the-password' } })).status;
    for (let n = 0; n < 6; n += 1) await guess();
    const guest = await openVisit(sites.browser, sites.site, 'patch');
    const statuses: number[] = [];
    guest.page.on('response', (answer) => {
      if (answer.url().endsWith('/api/users/login')) statuses.push(answer.status());
    });
    await logInOnPage(guest, email, password);
    await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([430, 200]);
    await guest.page.waitForURL('**/subscribe');
    expect((await guest.context.cookies()).find(({ name }) => name === 'known-device')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });

    statuses.length = 0;
    await guest.context.clearCookies({ name: 'session' });
    await logInOnPage(guest, email, password);
    await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([200]);
    expect(guest.complaints).toEqual([]);
    await guest.close();
  });
});

describe('the age gate', () => {
  it('POPUP-01 POPUP-03 POPUP-04 stands before everything for a guest, and opens after the answer', async () => {
    await change('clay', { show_age_modal: true });
    await expect.poll(() => codeOf('clay', 'GET /api/blogs'), soon).toBe('age-confirmation-required');
    let noted: ReturnType<typeof noteReceived> | undefined;
    const guest = await visit('clay', {
      onContext: (context) => {
        noted = noteReceived(context);
      },
    });
    const { page } = guest;
    await guest.open('/home');
    const gate = page.getByRole('dialog', { name: 'Are you 18 or older?' });
    await gate.getByText('You must be 18+ to view this content', { exact: true }).waitFor();
    const yes = gate.getByRole('button', { name: 'Yes, I am 18 or older', exact: true });
    await expect.poll(() => yes.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.getByRole('article').count()).toBe(0);
    await page.keyboard.press('Escape');
    await gate.waitFor();
    await noted!.settled();
    expect(
      noted!.received.filter(
        ({ url }) => (url.includes('/media/') && !url.includes('/media/public/')) || url.endsWith('/blur'),
      ),
    ).toEqual([]);
    expect(noted!.received.map(({ body }) => body.toString('latin1')).join('\n')).not.toMatch(
      /Fluting is thirty|\/blur"/,
    );
    await yes.click();
    await page.getByRole('article').first().waitFor();
    await guest.open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await gate.count()).toBe(0);
  });

  it('POPUP-02 is not shown to somebody who is logged in, nor when it is off', async () => {
    const member = await visit('clay', { token: creators.clay });
    await member.open('/home');
    await member.page.getByRole('article').first().waitFor();
    await change('clay', { show_age_modal: false });
    await expect.poll(() => codeOf('clay', 'GET /api/blogs'), soon).toBe(undefined);
    const guest = await visit('clay');
    await guest.open('/home');
    await guest.page.getByRole('article').first().waitFor();
  });
});

describe('maintenance', () => {
  it('GEN-23 GEN-25 is all that anybody sees but staff, who come in by the login', async () => {
    await change('patch', { maintenance_mode: true });
    await expect.poll(() => codeOf('patch', 'GET /api/blogs'), soon).toBe('maintenance');
    const guest = await visit('patch');
    for (const path of ['/', '/home', '/register']) {
      await guest.open(path);
      await guest.page.getByRole('heading', { name: 'Repatching' }).waitFor();
      expect(await guest.page.getByRole('article').count()).toBe(0);
    }
    expect(await findBarriers(guest.page)).toEqual([]);
    await guest.open('/login');
    await guest.page.getByLabel('Email', { exact: true }).fill('creator@patch.example');
    await guest.page.getByLabel('Password', { exact: true }).fill('Demo-creator-2026');
    await guest.page.getByRole('button', { name: 'Log in', exact: true }).click();
    await guest.page.getByRole('button', { name: 'Account menu' }).waitFor();
    await guest.open('/home');
    await guest.page.getByRole('article').first().waitFor();
    expect(await htmlOf('clay')).not.toContain('Repatching');
  });

  it('GEN-24 no flag in the browser gets past it', async () => {
    const guest = await visit('patch');
    await guest.open('/home');
    await guest.page.evaluate(() => {
      for (const key of ['maintenance', 'maintenance_mode', 'skip_maintenance', 'developer', 'dev'])
        localStorage.setItem(key, 'false');
    });
    await guest.open('/home');
    await guest.page.getByRole('heading', { name: 'Repatching' }).waitFor();
  });

  it('ends while somebody looks at it', async () => {
    await change('patch', { maintenance_mode: false });
    await expect.poll(() => codeOf('patch', 'GET /api/blogs'), soon).toBe(undefined);
    const guest = await visit('patch');
    await guest.open('/home');
    await guest.page.getByRole('article').first().waitFor();
  });
});

describe('a page that is not there, or not for this person', () => {
  it.each(['/no/such/page', '/nothing', '/feed/01a1fe9e-0000-7000-8000-000000000000'])(
    '%s says so and leads home',
    async (path) => {
      const guest = await visit('clay');
      const answer = await guest.page.goto(`${guest.origin}${path}`);
      await untilAlive(guest.page);
      expect(answer?.status()).toBe(404);
      if (path.startsWith('/feed/')) {
        await guest.page.getByRole('heading', { name: 'Not found.' }).waitFor();
        await guest.page.getByRole('main').getByRole('link', { name: 'Go to the feed' }).click();
        await guest.page.waitForURL('**/home');
      } else {
        await guest.page.getByRole('heading', { name: 'Oops... You just found an error page...' }).waitFor();
        await guest.page.getByText('We are sorry but the page you have requested can not be found...').waitFor();
        await guest.page.getByRole('link', { name: 'Go To Home' }).click();
        await guest.page.waitForURL((url) => url.pathname === '/');
      }
    },
  );

  it.each(['/admin', '/admin/subscribers', '/admin/settings'])(
    'a fan at %s is denied, a guest is led to the login',
    async (path) => {
      const fan = await visit('clay', { token: await clients.clay.login('fan@demo.example', 'Demo-fan-2026') });
      const answer = await fan.page.goto(`${fan.origin}${path}`);
      expect(answer?.status()).toBe(403);
      await fan.page.getByRole('heading', { name: 'Access denied' }).waitFor();
      const guest = await visit('clay');
      await guest.page.goto(`${guest.origin}${path}`);
      await guest.page.waitForURL('**/login');
    },
  );
});

describe('a page that is older than the code of the site', () => {
  const gone = { status: 404, contentType: 'application/json', body: '{}' };

  it('is loaded again where the code of the next screen is gone', async () => {
    const fan = await visit('clay', { token: await clients.clay.login('fan@demo.example', 'Demo-fan-2026') });
    await fan.open('/home');
    let loads = 0;
    fan.page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await fan.page.route(/\/assets\/profile-page-.*\.js$/, (route) =>
      loads === 0 ? route.fulfill(gone) : route.continue(),
    );
    const account = fan.page.getByRole('link', { name: 'Account', exact: true });
    // Who points at a link has its code fetched.
    await Promise.all([fan.page.waitForRequest(/\/assets\/profile-page-/), account.hover()]);
    await account.click();
    await fan.page.getByRole('region', { name: 'Membership of Clay & Kiln' }).waitFor();
    expect(new URL(fan.page.url()).pathname).toBe('/profile');
    expect(loads).toBe(1);
  });

  it('says so where that does not help, and leaves the frame standing', async () => {
    const fan = await visit('clay', { token: await clients.clay.login('fan@demo.example', 'Demo-fan-2026') });
    await fan.page.addInitScript(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
    await fan.open('/home');
    await fan.page.route(/\/assets\/profile-page-.*\.js$/, (route) => route.fulfill(gone));
    await fan.page.getByRole('link', { name: 'Account', exact: true }).click();
    await fan.page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await fan.page.getByRole('button', { name: 'Try again' }).waitFor();
    await fan.page.getByRole('link', { name: 'Feed', exact: true }).click();
    await fan.page.getByRole('article').first().waitFor();
  });

  it('says it over the feed where the code of a post does not come, and leaves the feed where it was', async () => {
    const fan = await visit('clay');
    await fan.page.addInitScript(() => sessionStorage.setItem('reloaded-at', String(Date.now())));
    await fan.open('/home');
    await fan.page.route(/\/assets\/post-page-.*\.js$/, (route) => route.fulfill(gone));
    await fan.page.getByRole('article').nth(2).getByRole('link').first().click();
    const failed = fan.page.getByRole('dialog', { name: 'Something went wrong' });
    await failed.getByRole('button', { name: 'Try again' }).waitFor();
    await fan.page.keyboard.press('Escape');
    await fan.page.waitForURL('**/home');
    await expect.poll(() => failed.count()).toBe(0);
  });
});

describe('a picture that does not come', () => {
  it("is asked for again, also where it was refused before the page's code was there", async () => {
    const guest = await visit('clay');
    let refused = 0;
    await guest.page.route(/\/media\/(?!public\/)/, (route) =>
      refused < 2 ? ((refused += 1), route.fulfill({ status: 403 })) : route.continue(),
    );
    await guest.open('/home');
    const picture = guest.page.getByRole('article').getByRole('img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 20_000, interval: 50 })
      .toBeGreaterThan(0);
    expect(refused).toBe(2);
  });
});

describe('a site that was stopped', () => {
  it('says so on every page and to every call, and the other goes on', async () => {
    const url =
      process.env['DATABASE_URL'] ?? (await startEmbedded({ dataDir: join(sites.site.dataDir, 'postgres') })).url;
    const database = await openDatabase({ url });
    const stop = (status: 'active' | 'suspended') =>
      database.shared.write((db) => db('tenants').where({ slug: 'patch' }).update({ status }));
    try {
      const member = await visit('patch', { token: creators.patch });
      await member.open('/home');
      const picture = await member.page
        .getByRole('article')
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.currentSrc);
      await stop('suspended');
      await expect.poll(() => codeOf('patch', 'GET /api/blogs'), soon).toBe('service-stopped');
      // The page that is open finds out with its next call.
      await member.page.getByRole('button', { name: /Broken things/ }).click();
      await member.page.waitForURL('**/service-stopped');
      await member.page.getByRole('heading', { name: 'Not available' }).waitFor();
      for (const path of ['/', '/home', '/login', '/admin']) {
        await member.open(path);
        await member.page.getByRole('heading', { name: 'Not available' }).waitFor();
        await member.page.getByText('This site is not available at the moment.').waitFor();
      }
      expect(await findBarriers(member.page)).toEqual([]);
      expect(
        (
          await clients.patch.ask(`GET ${new URL(picture).pathname}`, {
            onPage: true,
            headers: { cookie: `session=${creators.patch}` },
          })
        ).status,
      ).toBe(503);
      expect(await codeOf('clay', 'GET /api/blogs')).toBe(undefined);
      await stop('active');
      await expect.poll(() => codeOf('patch', 'GET /api/blogs'), soon).toBe(undefined);
    } finally {
      await database.close();
    }
  });
});

it('nothing broke on the way', () => {
  // What a closed site answers to its pages, code that was taken away, and what Chromium forbids to a page that the test answered in the server's place.
  expect(
    sites
      .complaints()
      .filter(
        (text) =>
          !/^503 GET http:\/\/(?:api\.)?patch\.localhost:\d+\/(?:home|login|admin|register|service-stopped|api\/\S*)?$|dynamically imported module: .+\/(?:profile|post)-page-|Permission was denied for this request to access the `loopback` address space/.test(
            text,
          ),
      ),
  ).toEqual([]);
});
