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
    const before = await owed.locator('.figure').first().textContent();
    await page.getByRole('button', { name: /^Enter a provider’s statement: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter a provider’s statement' });
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByText('Enter at least one amount.').waitFor();
    await dialog.getByLabel('Paid out').fill('900000');
    await dialog.getByText(/^According to these books, the provider owes \$[\d,.]+ after the other amounts/).waitFor();
    await dialog.getByLabel('Paid out').fill('');
    const share = dialog.getByLabel('Platform’s share');
    const fill = async (note: string) => {
      await dialog.getByLabel('Provider’s fees').fill('1.25');
      expect(await share.isVisible()).toBe(false);
      await dialog.getByText('Share, tax, disputes and exchange').click();
      await share.fill('2.50');
      // What is typed stays in sight.
      await dialog.getByText('Share, tax, disputes and exchange').click();
      await expect.poll(() => share.isVisible()).toBe(true);
      await dialog.getByLabel('Exchange gains and losses').fill('-0.35');
      await dialog.getByLabel('Which statement').fill(note);
    };
    await fill('No. 17, in the folder of this year');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    for (const figure of ['-$1.25', '-$2.50', '-$0.35']) await owed.getByText(figure).waitFor();
    await expect.poll(() => owed.locator('.figure').first().textContent()).not.toBe(before);
    // The same once more is asked about, and left.
    await page.getByRole('button', { name: /^Enter a provider’s statement: / }).click();
    await fill('No. 17');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await dialog.getByText(/ already entered these figures on /).waitFor();
    await dialog.getByRole('button', { name: 'Book again' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: /^Take back: / }).click();
    const back = page.getByRole('dialog', { name: 'Take this entry back' });
    await back.getByText('-$0.35').waitFor();
    await back.getByLabel('What was wrong').fill('It was of the month before');
    await back.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back').first().waitFor();
    await expect.poll(() => owed.locator('.figure').first().textContent()).toBe(before);
    expect(sites.complaints()).toEqual([]);
  });

  it('is told that nothing had been booked yet in a month before the first sale', async () => {
    await open('/admin/statements?month=2001-01');
    await page.getByText('Nothing is booked up to this month.').waitFor();
  });
});

describe('staff on a phone', () => {
  const staff = (role: string) => sites.clients.clay.login(`${role}@clay.example`, 'Demo-staff-2026');

  it('see the payments of support within the screen', async () => {
    const visit = await sites.visit('clay', { width: 390, token: await staff('support') });
    await visit.open('/admin/transactions');
    await visit.page.locator('.top-actions a[href="/admin/open-items"]').waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await visit.page.locator('.top h1').evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
  });

  it('are refused a link for a coupon that counts for nobody at its field, and one that is made is read out', async () => {
    const visit = await sites.visit('clay', { width: 390, token: await staff('admin') });
    await visit.open('/admin/generate-subscription-url');
    const code = visit.page.getByLabel('Coupon code', { exact: true });
    const make = visit.page.getByRole('button', { name: 'Make the link', exact: true });
    await code.fill('NOBODYS');
    await make.click();
    await expect.poll(() => code.getAttribute('aria-describedby')).toMatch(/-error$/);
    const error = (await code.getAttribute('aria-describedby'))!.replaceAll(':', '\\:');
    expect(await visit.page.locator(`#${error}`).textContent()).toBe('This coupon does not exist.');
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
    const said = visit.page.locator('main [role="status"]', { hasText: 'Your link' });
    expect(await said.count()).toBe(0);
    await code.fill('');
    expect(await code.getAttribute('aria-invalid')).toBe('false');
    await make.click();
    await said.waitFor({ state: 'attached' });
    expect(await said.textContent()).toContain('/subscribe');
  });
});
