import type { Locator, Page } from 'playwright-core';

/** Opens a field's list and takes one of its entries, as a person with a mouse does. */
export async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click();
}
