import { scene } from '@backlot/media/testing/made-photos';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail, registerOnPage } from '../testing/journey/account.ts';
import { fillBilling, typeCard } from '../testing/journey/card.ts';
import { openDemoSites } from '../testing/journey/demo-sites.ts';
import type { Visit } from '../testing/journey/visit.ts';

const sites = openDemoSites();
const uploaded = 'Photo ID uploaded. Your transaction limit has now been increased.';

describe('a fan whom the limit stops, on clay', () => {
  let fan: Visit;
  let page: Page;
  let staff: Page;
  const email = newEmail();
  const dialog = () => page.getByRole('dialog', { name: 'Photo ID' });
  beforeAll(async () => {
    const token = await sites.clients.clay.login('admin@clay.example', 'Demo-staff-2026');
    // Under the price of a membership, and twice as much is over it.
    await sites.clients.clay.call('PATCH /api/app_settings', {
      token,
      body: { transaction_limit_without_photo_id: 5 },
    });
    fan = await sites.visit('clay');
    ({ page } = fan);
    const visit = await sites.visit('clay', { width: 1440, token });
    staff = visit.page;
    await fan.open('/register');
    await registerOnPage(page, email);
    await page.waitForURL('**/subscribe');
  });

  it('ACC-26 is asked for a file over the order, with the keyboard alone', async () => {
    await typeCard(page);
    await fillBilling(page);
    await page.getByRole('checkbox', { name: /^I agree to pay/ }).check();
    await page.getByRole('button', { name: /^Subscribe for / }).click();
    const raise = page.getByRole('alert').getByRole('button', { name: 'Raise my limit' });
    await raise.focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('You can spend up to $5.00 in 24 hours.').waitFor();
    await dialog().getByRole('button', { name: 'Upload photo ID' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('Please select photo ID file.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await raise.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('ACC-28 sends one, is told that the limit is higher, and buys', async () => {
    await page.getByRole('button', { name: 'Raise my limit' }).click();
    await dialog()
      .getByLabel('Your photo ID')
      .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: await scene(800, 500) });
    await dialog().getByRole('button', { name: 'Upload photo ID' }).click();
    await dialog().getByText(uploaded).waitFor();
    await dialog().getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').getByText(uploaded).waitFor();
    // For a frame after a scroll, Chromium sends the pointer to the provider's frame that was there before.
    await page.getByRole('button', { name: /^Subscribe for / }).press('Enter');
    await page.getByRole('heading', { name: 'Thank you for subscribing' }).waitFor();
  });

  it('waits until staff have looked, who reject it for a reason, and reads that', async () => {
    await staff.goto(`${fan.origin}/admin/photo-ids`);
    await staff.getByRole('row', { name: /Robin Ash/ }).click();
    expect(await staff.getByRole('button', { name: 'Accept', exact: true }).count()).toBe(0);
    await staff.getByRole('button', { name: 'Open', exact: true }).click();
    const picture = staff.getByRole('img', { name: 'Photo ID' });
    await expect.poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(800);
    const widthOf = () => picture.evaluate((one) => one.getBoundingClientRect().width);
    const whole = await widthOf();
    await staff.getByRole('button', { name: 'Enlarge', exact: true }).click();
    await staff.getByRole('region', { name: 'Photo ID' }).waitFor();
    expect(await widthOf()).toBeGreaterThan(whole * 2);
    await staff.getByRole('button', { name: 'Show all of it', exact: true }).click();
    await expect.poll(widthOf).toBe(whole);
    await staff.getByRole('button', { name: 'Reject', exact: true }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await staff.getByText('Photo ID rejected.').waitFor();
    await fan.open('/upload-photo-id');
    await page.getByText('Your photo ID was not accepted').waitFor();
    await page.getByText('The document could not be read clearly.').waitFor();
    expect(sites.complaints().filter((one) => !/409|400/.test(one))).toEqual([]);
  });
});
