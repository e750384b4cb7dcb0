import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient } from '@backlot/testing/site-client';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { findBarriers } from '../testing/journey/axe.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { makePhoto } from '../testing/journey/photos.ts';
import { openVisit, untilAlive, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let creator: Visit;
let page: Page;
let link = '';

const password = 'A-good-start-26';
const caption = 'The first batch of the mill, still warm.';

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  creator = await openVisit(browser, site, 'mill', { width: 1440 });
  ({ page } = creator);
  await creator.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: creator.origin });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** As whoever runs the deployment types it, beside the server that is running. */
async function tenants(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../../../scripts/tenants.ts'), ...args],
    {
      env: { ...process.env, PORT: String(site.port), DATA_DIR: site.dataDir },
    },
  );
  return stdout;
}

const list = (): Locator => page.getByRole('region', { name: 'First steps' });
const step = (name: string): Locator => list().getByRole('listitem').filter({ hasText: name });
/** How far the list says it is, and which steps it ticks. */
async function ticked(done: string): Promise<string[]> {
  await creator.open('/admin');
  await list().getByText(done, { exact: true }).waitFor();
  const steps = await list().getByRole('listitem').all();
  const isDone = await Promise.all(steps.map((one) => one.getByRole('img', { name: 'Done' }).count()));
  const names = await Promise.all(steps.map((one) => one.locator('b').innerText()));
  return names.filter((_, index) => isDone[index] === 1);
}
const next = () => page.getByRole('button', { name: 'Next' }).click();
const atStep = (step: number) =>
  page
    .getByRole('status')
    .filter({ hasText: `Step ${step} of 4` })
    .waitFor();
const follow = async (name: string, action: string, path: string): Promise<void> => {
  await step(name).getByRole('link', { name: action }).click();
  await page.waitForURL((url) => url.pathname + url.search === path);
};

describe("a new site's first day", () => {
  it('begins with a command, which answers with a link for the creator', async () => {
    const said = await tenants(
      'create',
      'mill',
      '--host',
      'mill.localhost',
      '--owner',
      'ada@mill.example',
      '--name',
      'Mill & Moss',
    );
    expect(said).toContain('mill is there, on mill.localhost.');
    link = /^\s+(http\S+)$/m.exec(said)?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${creator.origin}/invitation/`));
  });

  it('lets the creator choose a name and a password, and leads to the creator area', async () => {
    await page.goto(link);
    await untilAlive(page);
    await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@mill.example');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Ada Moss');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Accept and begin' }).click();
    await page.waitForURL('**/admin');
    await list().waitFor();
  });

  it('shows four steps instead of empty charts', async () => {
    expect(await ticked('0 of 4')).toEqual([]);
    await expect.poll(() => list().getByRole('listitem').count()).toBe(4);
    expect(await page.getByRole('region', { name: 'Earned today' }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('puts the list away and has it back, with the focus on the way, and calls none of it done', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await list().getByRole('button', { name: 'Hide this list' }).press('Enter');
    const again = page.getByRole('button', { name: 'Show first steps again' });
    await again.waitFor();
    await page.getByText('0 of 4', { exact: true }).waitFor();
    expect(await list().count()).toBe(0);
    await expect.poll(focused).toBe('first-steps-show');
    await again.press('Enter');
    await list().waitFor();
    await expect.poll(focused).toBe('first-steps-hide');
    expect(await ticked('0 of 4')).toEqual([]);
  });

  it('leads to the themes, and ticks the look when one was chosen', async () => {
    await follow('Give your site your look', 'Choose a theme', '/admin/settings/theme');
    await page.locator('#field-theme_name').getByRole('radio', { name: /Rack/ }).click({ force: true });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Saved. All changes are live.' }).waitFor();
    expect(await ticked('1 of 4')).toEqual(['Give your site your look']);
    await page.locator('html[data-theme=rack]').waitFor();
  });

  it('leads to the prices, and is set up in steps from the first that is not done', async () => {
    await follow('Set your price', 'Set the price', '/admin/settings/membership-price');
    await creator.open('/admin');
    await list().getByRole('link', { name: 'Set up your site' }).click();
    await page.waitForURL('**/admin/set-up/membership');
    await atStep(2);
    const steps = page.getByRole('navigation', { name: 'Steps' });
    await steps.getByRole('link', { name: 'Look Done', exact: true }).waitFor();
    // The name that the invitation asked for is no text about the creator.
    await steps.getByRole('link', { name: 'About you', exact: true }).waitFor();
    const price = page.locator('#control-membership_price');
    await price.fill('a little');
    await next();
    await page.locator('#field-membership_price').getByRole('alert').waitFor();
    await price.fill('12');
    await next();
    await page.waitForURL('**/admin/set-up/about');
    await atStep(3);
    await page.locator('#control-site_tagline').fill('Bread and butter dishes');
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForURL('**/admin/set-up/membership');
    expect(await price.inputValue()).toBe('12');
    await next();
    await page.waitForURL('**/admin/set-up/about');
    expect(await page.locator('#control-site_tagline').inputValue()).toBe('Bread and butter dishes');
    await next();
    await page.waitForURL('**/admin/set-up/share');
    await atStep(4);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.waitForURL((url) => url.pathname === '/admin');
    expect(await ticked('2 of 4')).toEqual(['Give your site your look', 'Set your price']);
    const { data } = await openSiteClient('mill.localhost', site.port).call('GET /api/app_settings/get');
    expect(data).toMatchObject({ membership_price: 12, site_tagline: 'Bread and butter dishes' });
  });

  it('leads to a new post, and ticks it when it is out', async () => {
    await follow('Publish your first post', 'Create a post', '/admin/create-post');
    await page
      .locator('input[type=file][multiple]')
      .setInputFiles([await makePhoto('batch.jpg', { r: 180, g: 140, b: 60 }, 1200)]);
    await page.getByRole('listitem').filter({ hasText: 'Uploaded' }).waitFor({ timeout: 60_000 });
    await page.getByLabel('Caption', { exact: true }).fill(caption);
    await page.getByRole('radio', { name: /^Public/ }).check({ force: true });
    await page.getByRole('list', { name: 'Before you can post' }).getByText('Ready to go').waitFor();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await page.waitForURL('**/admin/posts');
    await page.getByRole('listitem').filter({ hasText: caption }).waitFor();
    expect(await ticked('3 of 4')).toEqual(['Give your site your look', 'Set your price', 'Publish your first post']);
  });

  it('copies the address, which leads a guest to the post and the price, and is over', async () => {
    await step('Share your address').getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(creator.origin);
    await list().waitFor({ state: 'detached' });
    const guest = await openVisit(browser, site, 'mill');
    await guest.open('/home');
    await guest.page.getByRole('article').filter({ hasText: caption }).waitFor();
    await guest.open('/membership');
    await guest.page.getByText('$12.00').first().waitFor();
    expect(guest.complaints).toEqual([]);
    await guest.close();
  });

  it("ends with a fan who comes by the address and pays, and with the money on the creator's screen", async () => {
    const fan = await openVisit(browser, site, 'mill');
    await fan.open('/register');
    await registerOnPage(fan.page, newEmail());
    await fan.page.waitForURL(/\/(?:subscribe|membership)$/);
    await fan.open('/subscribe');
    await typeCard(fan.page);
    await fillBilling(fan.page);
    await fan.page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await fan.page.getByRole('button', { name: 'Subscribe for $12.00', exact: true }).click();
    await fan.page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
    await creator.open('/admin');
    await page.getByRole('region', { name: 'Earned today' }).getByText('$12.00').first().waitFor();
    expect(fan.complaints).toEqual([]);
    await fan.close();
  });

  it('leaves a link that is over, and a creator who can log in', async () => {
    const late = await openVisit(browser, site, 'mill');
    await late.open(new URL(link).pathname);
    await late.page.getByText('This invitation has expired or was already used. Ask for a new one.').waitFor();
    await late.close();
    expect(await openSiteClient('mill.localhost', site.port).login('ada@mill.example', password)).not.toBe('');
    expect(creator.complaints).toEqual([]);
  });
});
