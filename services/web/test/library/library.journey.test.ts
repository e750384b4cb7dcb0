import { startDemoSite, type DemoSite } from '@backlot/testing/demo-site';
import { launchChromium } from '@backlot/testing/launch-chromium';
import { openSiteClient } from '@backlot/testing/site-client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers } from '../testing/journey/axe.ts';
import { makePhoto } from '../testing/journey/photos.ts';
import { openVisit, type Visit } from '../testing/journey/visit.ts';

let site: DemoSite;
let browser: Browser;
let creator: Visit;
let page: Page;
let token = '';

beforeAll(async () => {
  [site, browser] = await Promise.all([startDemoSite(), launchChromium()]);
  token = await openSiteClient('clay.localhost', site.port).login('creator@clay.example', 'Demo-creator-2026');
  creator = await openVisit(browser, site, 'clay', { width: 1440, token });
  ({ page } = creator);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

/** On a busy machine everything takes its time. */
const soon = { timeout: 20_000 };
type Files = Array<{ name: string; mimeType: string; buffer: Buffer }>;
/** As from a folder of the person's computer. */
async function drop(on: Page, files: Files): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, data: buffer.toString('base64') }));
  await on.evaluate((all) => {
    const held = new DataTransfer();
    for (const { name, mimeType, data } of all)
      held.items.add(new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], name, { type: mimeType }));
    for (const kind of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: held, bubbles: true, cancelable: true }));
  }, given);
}

const files = () => page.getByRole('option');
const file = (name: RegExp) => page.getByRole('option', { name });
const category = (name: RegExp) => page.getByRole('navigation', { name: 'Categories' }).getByRole('button', { name });
const addCategory = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add Category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Category' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog.count(), soon).toBe(0);
};

describe('the content manager', () => {
  it('MEDIA-40 MEDIA-43 makes a category, whose name is wanted and its own', async () => {
    await creator.open('/admin');
    await page.getByRole('navigation').getByRole('link', { name: 'Content Manager' }).click();
    await page.waitForURL('**/admin/content-manager');
    await files().first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add Category' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Category' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Name').fill(' preview ');
    await dialog.getByText('Name already exist. Please add another category.').waitFor();
    await page.keyboard.press('Escape');
    await addCategory('Second firing');
    await addCategory('First firing');
    await page.waitForURL('**category=*');
    await page.getByText('No Media Available').waitFor();
    await expect.poll(() => category(/^First firing/).textContent()).toContain('Empty');
  });

  it('MEDIA-36 MEDIA-37 MEDIA-38 takes three files that are dropped, shows how far they are, and says when they are there', async () => {
    expect(
      await page.getByRole('region', { name: 'Upload' }).getByRole('button', { name: 'Upload', exact: true }).count(),
    ).toBe(0);
    await drop(page, [
      await makePhoto('ember-one.jpg', { r: 200, g: 90, b: 40 }),
      await makePhoto('ember-two.jpg', { r: 40, g: 90, b: 200 }),
      await makePhoto('ash-three.jpg', { r: 90, g: 90, b: 90 }),
      { name: 'notes.heic', mimeType: 'image/heic', buffer: Buffer.from('x') },
    ]);
    const zone = page.getByRole('region', { name: 'Upload' });
    await zone.getByText('Media format is not supported.').waitFor();
    await zone.getByText('3 files selected · They will be added to First firing.').waitFor();
    // It passes: whoever looks only afterwards may come too late.
    const seen = page
      .getByRole('option', { name: /^(ember|ash).*Processing/ })
      .first()
      .waitFor();
    await zone.getByRole('button', { name: 'Upload', exact: true }).click();
    await seen;
    await page.getByText('Media uploaded successfully').waitFor();
    await expect
      .poll(
        () =>
          page
            .getByRole('option', { name: /^(ember|ash)/ })
            .locator('img')
            .count(),
        { timeout: 60_000 },
      )
      .toBe(3);
    await expect.poll(() => category(/^First firing/).textContent(), soon).toContain('3 files');
  });

  it('finds by a word, and assigns with the keyboard alone', async () => {
    await page.getByRole('searchbox', { name: /^Search names/ }).fill('ember');
    await expect.poll(() => files().count(), soon).toBe(2);
    await files().first().focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('toolbar').getByText('2 selected').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign to category' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign to category' });
    const field = dialog.getByRole('combobox', { name: 'Category' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement), soon).toBe(true);
    await page.keyboard.press('Enter');
    const offered = page.getByRole('listbox', { name: 'Category' }).getByRole('option');
    await offered.filter({ hasText: 'Second firing' }).waitFor();
    expect(await offered.allTextContents()).not.toContain('Preview');
    await offered.filter({ hasText: 'Second firing' }).press('Enter');
    await expect.poll(() => field.textContent(), soon).toBe('Second firing');
    await dialog.getByRole('button', { name: 'Assign Media' }).press('Enter');
    await page.getByText('No', { exact: false }).filter({ hasText: 'No results for “ember”.' }).waitFor();
    await expect.poll(() => category(/^Second firing/).textContent(), soon).toContain('2 files');
  });

  it('says where a file is used and who owns it; deleting it would take it from nobody, and is not done', async () => {
    await page.getByRole('searchbox', { name: /^Search names/ }).fill('');
    await category(/^All Media/).click();
    const sold = file(/sold to \d+ fans/).first();
    const name = (await sold.getAttribute('title'))!;
    await sold.click();
    const panel = page.getByRole('complementary', { name });
    await panel.getByRole('heading', { name: 'Where it is used' }).waitFor();
    await panel
      .getByText(/\d+ buyers?$/)
      .first()
      .waitFor();
    await panel
      .getByRole('link', { name: /@|\.example/ })
      .first()
      .waitFor();
    await panel.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete the selected media?' });
    await dialog
      .getByText(
        '1 file is in posts. It is only removed from the library: the posts and everyone who bought them keep it.',
      )
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count(), soon).toBe(0);
    await sold.waitFor();
  });

  it('MEDIA-30 MEDIA-50 deletes what nothing uses, after one question', async () => {
    await page.getByRole('searchbox', { name: /^Search names/ }).fill('ash-three');
    // Other words are another list, in which nothing is chosen.
    await expect.poll(() => files().count(), soon).toBe(1);
    await file(/^ash-three/)
      .locator('.media-box')
      .click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('toolbar').count(), soon).toBe(0);
    await file(/^ash-three/)
      .locator('.media-box')
      .click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete the selected media?' });
    await dialog.getByText('1 file is in no post and will be deleted for good.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 file removed from the library.').waitFor();
    await expect.poll(() => file(/^ash-three/).count(), soon).toBe(0);
  });

  it('MEDIA-32 MEDIA-49 after a category is deleted All Media is open, with its files', async () => {
    await page.getByRole('searchbox', { name: /^Search names/ }).fill('');
    await category(/^Second firing/).click();
    await expect.poll(() => files().count(), soon).toBe(2);
    await page.getByRole('button', { name: 'Menu of Second firing' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Are you sure you want to delete Second firing category?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect.poll(() => category(/^All Media/).getAttribute('aria-current'), soon).toBe('true');
    await expect.poll(() => category(/^Second firing/).count()).toBe(0);
    await file(/^ember-one/).waitFor();
  });

  it('MEDIA-16 MEDIA-34 gives files to a new post, warns of what was sold, and the form orders them', async () => {
    await creator.open('/admin/create-post');
    await page.getByRole('button', { name: 'From the library' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Media' });
    await picker
      .getByRole('option', { name: /sold to/ })
      .first()
      .click();
    await picker.getByRole('option', { name: /^ember-one/ }).click();
    await picker.getByText('1 of them was sold before.', { exact: false }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await picker.getByRole('button', { name: /^Select/ }).click();
    await page.getByRole('img', { name: 'File 2 of 2: ember-one.jpg' }).waitFor();
  });

  it('is searched from the palette, in all categories, and a file that was found is open there', async () => {
    const find = async (words: string): Promise<void> => {
      await creator.open('/admin');
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search and commands' }).fill(words);
    };
    await find('ember-one');
    await page
      .getByRole('option', { name: /ember-one/ })
      .first()
      .click();
    await page.waitForURL(
      (url) =>
        url.pathname === '/admin/content-manager' &&
        url.searchParams.get('category') === 'all' &&
        url.searchParams.has('item'),
    );
    await file(/^ember-one/).waitFor();
    // Files of the declared posts lie in no category of the creator's.
    await find('tenmoku');
    await page.getByRole('option', { name: /tenmoku-foot\.jpg/ }).waitFor();
    await find('.jpg');
    await page.getByRole('option', { name: /^(Show )?all \d+/i }).click();
    await page.waitForURL(
      (url) => url.searchParams.get('category') === 'all' && url.searchParams.get('search') === '.jpg',
    );
    await file(/^tenmoku|^moon|^tea|^ember/)
      .first()
      .waitFor();
    await expect.poll(() => files().count()).toBeGreaterThan(4);
  });

  it('MEDIA-12 on a phone the categories come first, then the files with a way back', async () => {
    const phone = await openVisit(browser, site, 'clay', { width: 390, token, isTouch: true });
    await phone.open('/admin/content-manager');
    await phone.page.getByRole('button', { name: /^All Media/ }).waitFor();
    expect(await phone.page.getByRole('listbox').isVisible()).toBe(false);
    await phone.page.getByRole('button', { name: /^All Media/ }).tap();
    await phone.page.getByRole('option').first().waitFor();
    expect(await phone.page.getByRole('button', { name: 'Add Category' }).isVisible()).toBe(false);
    expect(
      await phone.page.evaluate(
        () => getComputedStyle(document.querySelector('[role=listbox]')!).gridTemplateColumns.split(' ').length,
      ),
    ).toBe(3);
    expect(await findBarriers(phone.page)).toEqual([]);
    await phone.page.getByRole('button', { name: 'Back to categories' }).tap();
    await phone.page.getByRole('button', { name: 'Add Category' }).waitFor();
    expect([...creator.complaints, ...phone.complaints]).toEqual([]);
    await phone.close();
  });
});
