import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Fills in 'Add Card Details' as a person does and sends it; comes back when the page has answered. */
export async function payIn(page: Page, number: string): Promise<void> {
  const field = page.frameLocator('iframe[title="Card number, expiry and security code"]');
  await field.getByLabel('Card number', { exact: true }).pressSequentially(number);
  await field.getByLabel('Month', { exact: true }).selectOption('12');
  await field.getByLabel('Year', { exact: true }).selectOption(String(new Date().getFullYear() + 2));
  await field.getByLabel('CVV', { exact: true }).pressSequentially('123');
  for (const [label, value] of [
    ['First name', 'Robin'],
    ['Last name', 'Ash'],
    ['Address', '1 Mill Lane'],
    ['City', 'Portland'],
    ['Postal code', '97201'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await page.getByLabel('State/Province', { exact: true }).selectOption('OR');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page
    .getByRole('button', { name: /^(?:Subscribe for|Join for free|Pay )/ })
    .last()
    .click();
  await page.waitForTimeout(3_000);
}

/** Opens the order of a post for sale; `stored`: and pays with the card that is there. */
export async function unlockIn(page: Page, card: 'stored' | null): Promise<void> {
  await page
    .getByRole('button', { name: /^Unlock/ })
    .first()
    .click();
  const pay = page.getByRole('button', { name: 'Confirm', exact: true });
  await pay.waitFor();
  if (card === null) return;
  await pay.click();
  await page.waitForTimeout(3_000);
}

/** Comes for the third time, which is when a site offers to be installed. */
export async function visitOften(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('install-count', '2');
    sessionStorage.removeItem('install-counted');
  });
  await page.reload({ waitUntil: 'networkidle' });
  await page.locator('#install-title').waitFor();
}

const pictures = join(import.meta.dirname, '../../tenants/clay/content/media');

/** Uploads three pictures, which are on their way when the picture is taken; `isOpen`: with the list of them. */
export async function openTray(page: Page, isOpen: boolean): Promise<void> {
  const files = await Promise.all(
    ['moon-jar.jpg', 'oil-spot.jpg', 'mugs-monday.jpg'].map(async (name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await readFile(join(pictures, name)),
    })),
  );
  // Slow enough that most of it is on its way for as long as a picture takes.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 20_000,
  });
  await page.locator('input[type=file][multiple]').setInputFiles(files);
  const pill = page.locator('.tray-pill');
  await pill.waitFor();
  await page.waitForTimeout(1_000);
  if (isOpen) await pill.click();
}
