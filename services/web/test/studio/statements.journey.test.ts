import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDemoSites } from '../testing/journey/demo-sites.ts';

const sites = openDemoSites();
let page: Page;
let open: (path: string) => Promise<void>;
beforeAll(async () => {
  ({ page, open } = await sites.visit('clay', { width: 1440, token: sites.creators.clay }));
});

const card = (name: RegExp) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });

describe('the creator', () => {
  it('reads a month, opens an account and comes from an entry to its payment', async () => {
    await open('/admin/statements');
    await card(/^Taken, less what went back$/)
      .getByText(/\$[\d,]+\.\d\d/)
      .first()
      .waitFor();
    await page
      .getByRole('rowheader', { name: /^Earned/ })
      .first()
      .click();
    const panel = page.getByRole('complementary', { name: /^Earned · / });
    await panel.getByText('At the start').waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('row', { name: /At the provider, as booked/ })
      .first()
      .click();
    await page
      .getByRole('complementary', { name: /^At the provider, as booked/ })
      .getByRole('listitem')
      .getByRole('link')
      .and(page.locator('[href*="/admin/transactions"]'))
      .first()
      .click();
    await page.waitForURL('**/admin/transactions?search=*');
    await page.getByRole('complementary').getByRole('button', { name: 'Copy the reference' }).waitFor();
  });

  it('books what the provider’s statement says, sees what is still owed, and takes a mistake back', async () => {
    await open('/admin/statements');
    const owed = card(/still owes you$/);
    await owed.getByText(/^No statement of the provider was entered/).waitFor();
    const before = await owed.locator('.figure').textContent();
    await page.getByRole('button', { name: /^Enter a provider’s statement: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter a provider’s statement' });
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByText('Enter at least one amount.').waitFor();
    await dialog.getByLabel('Provider’s fees').fill('1.25');
    await dialog.getByLabel('Which statement').fill('No. 17, in the folder of this year');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await owed.getByText('-$1.25').waitFor();
    await expect.poll(() => owed.locator('.figure').textContent()).not.toBe(before);
    // The same once more is asked about, and left.
    await page.getByRole('button', { name: /^Enter a provider’s statement: / }).click();
    await dialog.getByLabel('Provider’s fees').fill('1.25');
    await dialog.getByLabel('Which statement').fill('No. 17');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByText(/ already entered these figures on /).waitFor();
    await dialog.getByRole('button', { name: 'Book again' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Take back: / }).click();
    const back = page.getByRole('dialog', { name: 'Take this entry back' });
    await back.getByLabel('What was wrong').fill('It was of the month before');
    await back.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back').first().waitFor();
    await expect.poll(() => owed.locator('.figure').textContent()).toBe(before);
    expect(sites.complaints()).toEqual([]);
  });

  it('is told that nothing had been booked yet in a month before the first sale', async () => {
    await open('/admin/statements?month=2001-01');
    await page.getByText('Nothing is booked up to this month.').waitFor();
  });
});
