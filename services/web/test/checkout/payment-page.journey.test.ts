import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const inventory = JSON.parse(
  await readFile(new URL('../../dist/client/script-inventory.json', import.meta.url), 'utf8'),
) as { files: Array<{ address: string; integrity: string; reason: string }> };
const fileOf = (start: string): string =>
  inventory.files.find(({ address }) => address.startsWith(`/assets/${start}-`) && address.endsWith('.js'))!.address;
const isStolen = (page: Page): Promise<boolean> => page.evaluate(() => 'stolen' in window);
const stealing = { contentType: 'text/javascript', body: 'window.stolen = true' };

describe('the page on which a new fan enters a card', () => {
  let fan: Visit;
  let page: Page;
  const reports: string[] = [];
  beforeAll(async () => {
    fan = await sites.visit('clay', { width: 1440 });
    ({ page } = fan);
    page.on('request', (request) => {
      if (request.url().endsWith('/api/policy-reports')) reports.push(request.postData() ?? '');
    });
    await fan.open('/register');
    await registerOnPage(page, newEmail());
    await page.waitForURL((url) => url.pathname !== '/register');
    await fan.open('/subscribe');
    await page.getByRole('heading', { name: 'Add Card Details' }).waitFor();
  });

  it('C18 runs nothing but what was built, each under its hash and for a reason', async () => {
    const files = await page.$$eval('script[src], link[rel=modulepreload], head link[rel=stylesheet]', (elements) =>
      elements.map((element) => [
        element.getAttribute('src') ?? element.getAttribute('href'),
        element.getAttribute('integrity'),
      ]),
    );
    const built = new Map(inventory.files.map(({ address, integrity }) => [address, integrity]));
    const own = files.filter(([, integrity]) => integrity !== null);
    expect(own.length).toBeGreaterThan(5);
    expect(own).toEqual(own.map(([address]) => [address, built.get(address!)]));
    expect(inventory.files.filter(({ reason }) => reason === '')).toEqual([]);
    const html = await page.evaluate(async () => (await fetch('/subscribe')).text());
    for (const [element] of html.matchAll(/<(?:script|link)[^>]*(?:src=|modulepreload|stylesheet)[^>]*>/g))
      expect(element).toMatch(/integrity="sha256-/);
  });

  it('C18 does not run a script that somebody writes into it, and has it reported', async () => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.stolen = true';
      document.body.append(script);
    });
    await expect.poll(() => reports.some((report) => report.includes('"script-src-elem"'))).toBe(true);
    expect(reports.find((report) => report.includes('"inline"'))).toContain('/subscribe');
    expect(await isStolen(page)).toBe(false);
  });

  it('C18 does not run a script from elsewhere', async () => {
    await page.route('https://evil.test/**', (route) => route.fulfill(stealing));
    const isBlocked = await page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const script = document.createElement('script');
          script.src = 'https://evil.test/x.js';
          script.addEventListener('load', () => done(false));
          script.addEventListener('error', () => done(true));
          document.body.append(script);
        }),
    );
    expect([isBlocked, await isStolen(page)]).toEqual([true, false]);
  });

  it('takes the card all the same', async () => {
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Subscribe for/ }).click();
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('C18 does not run its own scripts where they were changed on the way, also those that come later', async () => {
    const later = fileOf('add-card-page');
    await page.route(`**${later}`, (route) => route.fulfill(stealing));
    // As a text: a function would be rewritten for this process first.
    const isRefused = await page.evaluate(`import('${later}').then(() => false, () => true)`);
    expect([isRefused, await isStolen(page)]).toEqual([true, false]);
    const first = fileOf('fan');
    await page.route(`**${first}`, (route) => route.fulfill(stealing));
    await page.goto(`${fan.origin}/profile`);
    await page.waitForLoadState('load');
    expect(await isStolen(page)).toBe(false);
  });
});
