import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient } from '@backlot/testing/site-client';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../testing/journey/axe.ts';
import { openVisit, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let creator: Visit;
let page: Page;
let token: string;

const guest = () => openSiteClient('clay.localhost', site.port);
const pictures = join(import.meta.dirname, '../../../../tenants/clay/content/media');

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  token = await guest().login('creator@clay.example', 'Demo-creator-2026');
  creator = await openVisit(browser, site, 'clay', { width: 1440, token });
  ({ page } = creator);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const sections = () => page.getByRole('navigation', { name: 'Sections of the settings' });
const bar = () => page.getByRole('region', { name: 'Unsaved changes' });
const toast = (text: string) => page.getByRole('status').filter({ hasText: text });
const save = async (): Promise<void> => {
  await bar().getByRole('button', { name: 'Save' }).click();
  await toast('Saved. All changes are live.').waitFor();
  await bar().waitFor({ state: 'detached' });
};
const undo = async (): Promise<void> => {
  await toast('Saved. All changes are live.').getByRole('button', { name: 'Undo' }).click();
  await toast('The change was undone.').waitFor();
};
const focused = () => page.evaluate(() => document.activeElement?.tagName);
const tagline = () => page.getByLabel('Tagline', { exact: true });

describe('a section of the settings', () => {
  it('has an address of its own, which an older one leads to and a reload keeps', async () => {
    await creator.open('/admin/settings?section=prices&key=membership_price');
    await page.waitForURL('**/admin/settings/membership-price?key=membership_price');
    await page.getByRole('heading', { name: 'Membership prices' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('control-membership_price');
    await sections().getByRole('link', { name: 'Name and description' }).click();
    await page.waitForURL('**/admin/settings/website-settings');
    await page.reload();
    await page.getByRole('heading', { name: 'Name and description' }).waitFor();
    await expect.poll(() => sections().locator('[aria-current=page]').textContent()).toBe('Name and description');
    await creator.open('/admin/settings/model-profile');
    await page.getByRole('heading', { name: 'Name and description' }).waitFor();
  });

  it('says in an empty text what fans see meanwhile', async () => {
    await creator.open('/admin/settings/navigation-bar');
    const empty = async (name: string) => page.getByLabel(name, { exact: true }).getAttribute('placeholder');
    expect([await empty('Label of log in'), await empty('Padding')]).toEqual(['Log in', 'Theme default']);
    await creator.open('/admin/settings/theme-2');
    expect(await empty('TikTok')).toBe('Not set');
  });

  it('folds what counts for nothing while its switch is off', async () => {
    await creator.open('/admin/settings/watermark');
    const size = page.locator('#field-watermark_size');
    const isOn = page.getByRole('switch', { name: 'Watermark on photos and videos' });
    const first = await isOn.isChecked();
    await expect.poll(() => size.count()).toBe(first ? 1 : 0);
    await isOn.click();
    await expect.poll(() => size.count()).toBe(first ? 0 : 1);
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => size.count()).toBe(first ? 1 : 0);
  });
});

describe('a long list', () => {
  it('is searched by typing, and its choice is set by keyboard', async () => {
    await creator.open('/admin/settings/website-settings');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    const before = await zone.inputValue();
    await zone.fill('no such place');
    await zone.press('Enter');
    await zone.fill('western european');
    await page
      .getByRole('group', { name: 'Europe' })
      .getByRole('option', { name: /^Lisbon\s*Western European Time · GMT/ })
      .waitFor();
    await zone.fill('europe lisb');
    await page.getByRole('option', { name: 'Lisbon' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await zone.press('Enter');
    expect(await zone.inputValue()).toBe('Lisbon');
    await page.getByText(/^Western European Time · GMT/).waitFor();
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => zone.inputValue()).toBe(before);
  });

  it('takes one country after the other, and the regions of one', async () => {
    const admin = await openVisit(browser, site, 'clay', {
      width: 1440,
      token: await guest().login('admin@clay.example', 'Demo-staff-2026'),
    });
    await admin.open('/admin/settings/blocked-locations');
    const field = (name: string) => admin.page.getByRole('combobox', { name });
    const option = (name: string) => admin.page.getByRole('option', { name, exact: true });
    const chosen = (name: string) => admin.page.getByRole('group', { name }).getByRole('listitem');
    await field('Blocked countries').fill('turkiye');
    await option('Türkiye').waitFor();
    await field('Blocked countries').press('Enter');
    await expect.poll(() => field('Blocked countries').inputValue()).toBe('');
    await field('Blocked countries').fill('norw');
    await option('Norway').click();
    await expect.poll(() => chosen('Blocked countries').allInnerTexts()).toEqual(['Türkiye', 'Norway']);
    await field('Choose a country').fill('united states');
    await option('United States').click();
    await field('Choose a region').fill('uta');
    await option('Utah').click();
    await expect.poll(() => chosen('Blocked regions').allInnerTexts()).toEqual(['United States: Utah']);
    await admin.page.getByRole('button', { name: 'Remove Norway' }).click();
    expect(await chosen('Blocked countries').allInnerTexts()).toEqual(['Türkiye']);
    expect(await field('Blocked countries').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(admin.complaints).toEqual([]);
    await admin.close();
  });
});

describe('a change', () => {
  it('is everybody’s once it is saved, and is taken back from the note that says so', async () => {
    await creator.open('/admin/settings/website-settings');
    const before = await tagline().inputValue();
    await tagline().fill('Fired twice, sold once.');
    await bar().getByText('1 unsaved change').waitFor();
    await tagline().press('ControlOrMeta+s');
    await toast('Saved. All changes are live.').waitFor();
    // Everybody else sees it within a second, not at once.
    await expect
      .poll(() => guest().call('GET /api/app_settings/get'), { timeout: 20_000 })
      .toMatchObject({ data: { site_tagline: 'Fired twice, sold once.' } });
    await undo();
    await expect.poll(() => tagline().inputValue()).toBe(before);
  });

  it('that is not good is told at its field, and nothing of it is saved', async () => {
    await creator.open('/admin/settings/minimum-and-maximum-amounts');
    const least = page.locator('#control-content_unlock_minimum_amount');
    const before = await least.inputValue();
    await least.fill('9000');
    await bar().getByRole('button', { name: 'Save' }).click();
    await page.locator('#field-content_unlock_minimum_amount').getByRole('alert').waitFor();
    await expect.poll(() => least.evaluate((field) => field === document.activeElement)).toBe(true);
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => least.inputValue()).toBe(before);
  });

  it('asks before it is lost: on a link, on Back, and at the browser', async () => {
    await creator.open('/admin/settings/website-settings');
    const before = await tagline().inputValue();
    await tagline().fill('Never saved');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await sections().getByRole('link', { name: 'Social links' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/admin/settings/website-settings');
    await expect.poll(() => tagline().inputValue()).toBe('Never saved');
    expect(
      await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))),
      'a reload is held',
    ).toBe(true);
    await sections().getByRole('link', { name: 'Social links' }).click();
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Social links' }).waitFor();
    await page.goBack();
    await expect.poll(() => tagline().inputValue()).toBe(before);
  });

  it('is saved on the way out where that is chosen', async () => {
    const before = await tagline().inputValue();
    await tagline().fill('Saved on the way out');
    await sections().getByRole('link', { name: 'Social links' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Save and leave' })
      .click();
    await page.getByRole('heading', { name: 'Social links' }).waitFor();
    await undo();
    await page.goBack();
    await expect.poll(() => tagline().inputValue()).toBe(before);
  });

  it('that closes the site is asked about first', async () => {
    await creator.open('/admin/settings/age-modal');
    await page.getByRole('switch', { name: 'Maintenance' }).click();
    await bar().getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('dialog', { name: 'Close the site for everyone but staff?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await bar().getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByRole('switch', { name: 'Maintenance' }).isChecked()).toBe(false);
  });
});

describe('the live preview', () => {
  const frame = () => page.frameLocator('iframe[title="Preview of the site"]');

  it('shows a headline before it is saved, and nobody else sees it', async () => {
    await creator.open('/admin/settings/landing-page');
    await frame().locator('.landing h1').waitFor();
    await page.locator('#control-landing_headline').fill('Written in the preview');
    await frame()
      .getByRole('heading', { level: 1, name: 'Written in the preview', includeHidden: true })
      .waitFor({ state: 'attached' });
    expect(JSON.stringify(await guest().call('GET /api/app_settings/get'))).not.toContain('Written in the preview');
    await page.getByRole('button', { name: 'Desktop' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await bar().getByRole('button', { name: 'Discard' }).click();
    await frame().getByText('Written in the preview').waitFor({ state: 'detached' });
  });

  it('is scrolled by keys, and shows its page also when an age gate is turned on meanwhile', async () => {
    const gate = (show_age_modal: boolean) =>
      guest().call('PATCH /api/app_settings', { token, body: { show_age_modal } });
    await creator.open('/admin/settings/navigation-bar');
    const posts = frame().locator('article');
    await posts.first().waitFor();
    const atFirst = await posts.count();
    await gate(true);
    try {
      await page.getByRole('button', { name: 'Dark' }).focus();
      await page.keyboard.press('Tab');
      await expect.poll(focused).toBe('IFRAME');
      await expect
        .poll(async () => {
          await page.keyboard.press('End');
          return posts.count();
        })
        .toBeGreaterThan(atFirst);
      await creator.open('/admin/settings/website-settings');
      await frame().locator('.landing h1').waitFor();
    } finally {
      await gate(false);
    }
  });

  it('leaves the key that saves to the form around it', async () => {
    await creator.open('/admin/settings/website-settings');
    await frame().locator('html[tabindex="0"]').waitFor({ state: 'attached' });
    await tagline().fill('Saved from within the preview');
    await page.getByRole('button', { name: 'Dark' }).focus();
    await page.keyboard.press('Tab');
    await expect.poll(focused).toBe('IFRAME');
    await page.keyboard.press('ControlOrMeta+s');
    await undo();
  });

  it('shows another theme and its accent, and leaves the session alone', async () => {
    await creator.open('/admin/settings/theme');
    await page.locator('#field-theme_name').getByRole('radio', { name: /Rack/ }).click({ force: true });
    await frame().locator('html[data-theme=rack]').waitFor();
    const accent = () =>
      frame()
        .locator('html')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));
    const before = await accent();
    await page.locator('#control-theme_color').fill('#00aa55');
    await expect.poll(accent).not.toBe(before);
    expect(await page.locator('html').getAttribute('data-theme')).not.toBe('rack');
    await bar().getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.getByRole('heading', { name: 'Theme and colours' }).waitFor();
  });
});

describe('the history', () => {
  const panel = () => page.getByRole('dialog', { name: 'History' });
  const send = (site_tagline: string) => guest().call('PATCH /api/app_settings', { token, body: { site_tagline } });

  it('says who changed what, puts an earlier value back, and the page shows it', async () => {
    await send('Before the last');
    await send('The last');
    await creator.open('/admin/settings/website-settings');
    await expect.poll(() => tagline().inputValue()).toBe('The last');
    await page.getByRole('button', { name: 'History' }).click();
    const newest = panel().getByRole('listitem').first();
    await newest.getByText('Before the last').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await newest.getByRole('button', { name: 'Undo: Tagline' }).click();
    await toast('The change was undone.').waitFor();
    await panel().getByRole('listitem').first().getByText('undo').first().waitFor();
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    await expect.poll(() => tagline().inputValue()).toBe('Before the last');
    expect(await guest().call('GET /api/app_settings/get')).toMatchObject({
      data: { site_tagline: 'Before the last' },
    });
  });

  it('tells that a setting was changed since, and keeps what it is', async () => {
    await page.getByRole('button', { name: 'History' }).click();
    const newest = panel().getByRole('listitem').first();
    await newest.getByRole('button', { name: 'Undo: Tagline' }).waitFor();
    // Held back, so that the panel does not hear of it before the press.
    await page.route('**/api/app_settings/history?*', (route) => route.abort());
    await send('Somebody was faster');
    await newest.getByRole('button', { name: 'Undo: Tagline' }).click();
    await newest.getByRole('alert').getByText('changed again since').waitFor();
    await page.unroute('**/api/app_settings/history?*');
    await page.keyboard.press('Escape');
    await expect.poll(() => tagline().inputValue()).toBe('Somebody was faster');
  });
});

describe('a picture', () => {
  const row = () => page.locator('#field-banner_image');
  const shown = async (): Promise<string | null> =>
    (await row().locator('img').count()) === 0 ? null : row().locator('img').getAttribute('src');
  const photo = async (at: number): Promise<string> =>
    join(pictures, (await readdir(pictures)).filter((one) => one.endsWith('.jpg'))[at]!);

  it('is uploaded, and everybody may see it', async () => {
    await creator.open('/admin/settings/landing-page?key=banner_image');
    const before = await shown();
    await row()
      .locator('input[type=file]')
      .setInputFiles(await photo(0));
    await bar().waitFor({ timeout: 60_000 });
    const path = await shown();
    expect(path).toMatch(/^\/media\/public\/[0-9a-f]{32}\/picture$/);
    await save();
    expect((await guest().ask(`GET ${path}`, { onPage: true })).status).toBe(200);
    await undo();
    await expect.poll(shown).toBe(before);
  });

  it('is set also when its section was left while it was on its way, and that is told', async () => {
    const before = await shown();
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(
      '**/upload-theme-image',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await row()
      .locator('input[type=file]')
      .setInputFiles(await photo(1));
    await sections().getByRole('link', { name: 'Navigation bar' }).click();
    await row().waitFor({ state: 'detached' });
    go();
    await toast('Image of the banner: the new file is in use.').waitFor({ timeout: 60_000 });
    await creator.open('/admin/settings/landing-page?key=banner_image');
    expect(await shown()).not.toBe(before);
  });

  it('is set also when the page was loaded again while it was made, once, and not over what was chosen meanwhile', async () => {
    const load = async (file: string, meanwhile: () => Promise<void> = async () => {}): Promise<void> => {
      await page.route('**/api/upload/states', () => {});
      await row().locator('input[type=file]').setInputFiles(file);
      await row().getByRole('status').filter({ hasText: 'Processing' }).waitFor();
      await meanwhile();
      await page.unroute('**/api/upload/states');
      await page.reload();
    };
    const kept = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('setting-files-'))
          .map(([, value]) => value as string),
      );
    const before = await shown();
    await load(await photo(2));
    await bar().waitFor({ timeout: 60_000 });
    expect(await shown()).not.toBe(before);
    expect(await kept()).toEqual(['{}']);
    await bar().getByRole('button', { name: 'Discard' }).click();
    await expect.poll(shown).toBe(before);
    await load(await photo(3), async () => {
      await row()
        .getByRole('button', { name: /^Remove/ })
        .click();
      await save();
    });
    await expect.poll(kept, { timeout: 60_000 }).toEqual(['{}']);
    expect(await shown()).toBeNull();
  });
});

it('has no complaint of the browser', () => expect(creator.complaints).toEqual([]));
