import type { Page } from 'playwright-core';

export const goodCard = '4242424242424242';

/** Types a card into the provider's own page, which lies in a frame, key by key as a person does. */
export async function typeCard(page: Page, number: string = goodCard, cvv = '123'): Promise<void> {
  const field = page.frameLocator('iframe[title="Card number, expiry and security code"]');
  await field.getByLabel('Card number', { exact: true }).pressSequentially(number);
  await field.getByLabel('Month', { exact: true }).selectOption('12');
  await field.getByLabel('Year', { exact: true }).selectOption(String(new Date().getFullYear() + 2));
  await field.getByLabel('CVV', { exact: true }).pressSequentially(cvv);
}

/** Another number in the place of the one that was refused; expiry and code stay. */
export async function retypeCard(page: Page, number: string): Promise<void> {
  const field = page
    .frameLocator('iframe[title="Card number, expiry and security code"]')
    .getByLabel('Card number', { exact: true });
  await field.fill('');
  await field.pressSequentially(number);
}

/** Our own half of 'Add Card Details'; the email is there already. */
export async function fillBilling(page: Page): Promise<void> {
  await page.getByLabel('First name', { exact: true }).fill('Robin');
  await page.getByLabel('Last name', { exact: true }).fill('Ash');
  await page.getByLabel('Address', { exact: true }).fill('1 Mill Lane');
  await page.getByLabel('Country', { exact: true }).selectOption('US');
  await page.getByLabel('State/Province', { exact: true }).selectOption('OR');
  await page.getByLabel('City', { exact: true }).fill('Portland');
  await page.getByLabel('Postal code', { exact: true }).fill('97201');
}
